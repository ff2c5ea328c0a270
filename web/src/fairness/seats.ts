/** The virtual seat of the seed source, which takes part in every hand. */
export const SOURCE_SEAT = 255;
