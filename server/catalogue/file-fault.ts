/** A file that cannot be taken at all, with one sentence for the operator who brought it. */
export class FileFault extends Error {}
