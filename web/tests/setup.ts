// Tests say everything in English from the start.

import en from "../src/i18n/en";
import { learn, type Area } from "../src/i18n/index.svelte";

await learn(Object.keys(en) as Area[]);
