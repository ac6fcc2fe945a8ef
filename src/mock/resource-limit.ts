/** How many resources a store takes where nobody says otherwise. */
export const DEFAULT_MAX_RESOURCES = 1_000_000;
