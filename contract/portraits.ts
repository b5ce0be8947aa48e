import * as z from 'zod/mini';

/** A picture of a person that pages show: the path of its files, what it shows where that is not just them, and who took it. */
export const portrait = z.object({ path: z.string(), alt: z.string(), credit: z.string() });
export type Portrait = z.output<typeof portrait>;
