import { coverPath } from './cover-path.ts';
import { coverLook, type CoverInput } from './cover.ts';

/** A look that neither of the two before has is found at the third at the latest. */
const LOOKS = 3;

/**
 * The paths of generated covers that stand beside each other: none has the composition of one of the two before it, which
 * stand beside it on a shelf and above it on a phone. Nothing stands for a stored cover, which stays as it is.
 */
export function spreadCovers(inputs: readonly (CoverInput | undefined)[]): (string | undefined)[] {
  const compositions: (number | undefined)[] = [];
  return inputs.map((input, index) => {
    if (!input) {
      compositions.push(undefined);
      return undefined;
    }
    const near = compositions.slice(Math.max(0, index - 2), index);
    const looks = Array.from({ length: LOOKS }, (_, look) => look);
    const look = looks.find((one) => !near.includes(coverLook(input, one).composition)) ?? 0;
    compositions.push(coverLook(input, look).composition);
    return coverPath(input, look);
  });
}
