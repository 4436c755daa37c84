import { survives } from './bugs/survives.ts';
import { singleFaults } from './every-io.ts';

// A sample; every I/O is broken in shards/every-io-*.long.test.ts.
survives(singleFaults, 122);
