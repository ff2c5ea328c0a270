/** The seed source takes part in every draw; it is no player. */
export const SOURCE_PLAYER = 0;
