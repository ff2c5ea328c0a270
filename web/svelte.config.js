import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

import { withBreakpoints } from "./breakpoints.js";

export default { preprocess: [{ style: ({ content }) => ({ code: withBreakpoints(content) }) }, vitePreprocess()] };
