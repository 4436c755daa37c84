import { survives } from './bugs/survives.ts';
import { singleFaults } from './every-io.ts';

// This is a sample; shards/every-io-*.long.test.ts break every I/O.
survives(singleFaults, 488);
