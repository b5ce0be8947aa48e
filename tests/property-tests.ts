import fc from 'fast-check';

/**
 * Property tests try the same inputs on every run, so that a commit passes or fails for what it changes.
 * `PROPERTY_SEED` and `PROPERTY_RUNS` look for new ones (docs/development.md, "Tests").
 */
fc.configureGlobal({
  seed: Number(process.env.PROPERTY_SEED ?? 9_786_299),
  numRuns: Number(process.env.PROPERTY_RUNS ?? 100),
});
