import { singleFaults } from './every-io.ts';
import { survives } from './survives.ts';

// A sample; every I/O is broken in shards/every-io-*.long.test.ts.
survives(singleFaults, 122);
