import fc from 'fast-check';

/**
 * The same commit draws the same values in each run, or a run would fail by chance. `PROPERTY_SEED` draws others:
 * `PROPERTY_SEED=$RANDOM npm run test:all`.
 */
fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 1) });
