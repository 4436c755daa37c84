import { computeCloud } from '../../../lib/clouds/compute/cloud.ts';
import { withoutPastSpend } from '../../support/clouds/without-past-spend.ts';
import { hidesNothing, values } from './hides-nothing.ts';

// A sample: to each field one of the values, by turns. Each holds each in unreadable-fields.long.test.ts.
hidesNothing(
  (index) => values.slice(index % values.length).slice(0, 1),
  (cloud) => withoutPastSpend(computeCloud(cloud)),
);
