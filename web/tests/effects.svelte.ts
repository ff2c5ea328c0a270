// Effects outside of components, for tests.

/** Run something as an effect; what is returned ends it. */
export function inEffect(work: () => void | (() => void)): () => void {
  return $effect.root(() => {
    $effect(work);
  });
}
