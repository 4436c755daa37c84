import { findPartMeaning } from '../../clouds/part-meanings.ts';
import { findCommonCloud } from '../../decide/group.ts';
import type { CloudName } from '../../model/cloud-name.ts';
import type { BlindSpot } from '../../views/blind-spots.ts';
import type { PageQuery } from '../queries.ts';
import type { UnwatchedPage } from '../replies.ts';
import type { UnwatchedRow } from '../reply-rows.ts';
import { type FleetViews, pageOf } from './fleet.ts';

/** Lists the blind spots, the reason for each, and the data that is unknown because of it. */
export const unwatchedReply = (context: FleetViews, { page }: PageQuery): UnwatchedPage =>
  pageOf(context, context.status().blindSpots, page, rowOf(context));

const rowOf =
  (context: FleetViews) =>
  ({ target, subject, part, since, because, fault }: BlindSpot): UnwatchedRow => ({
    target: subject ?? target,
    what: part ?? 'everything',
    since,
    because,
    means: unknownWithout(findCommonCloud(context.snapshot.heads.filter((head) => head.target === target)), {
      target,
      part,
    }),
    kind:
      fault === 'platform'
        ? 'not-offered'
        : fault === 'signals'
          ? 'not-judged'
          : part === null
            ? 'not-polled'
            : 'failing',
  });

function unknownWithout(
  cloud: CloudName | null,
  { target, part }: Pick<BlindSpot, 'target' | 'part'>,
): string {
  if (part === null) return 'the whole target; its last figures remain visible';
  if (part === 'usage') return 'whether VMs are idle';
  if (part === 'gpus') return 'whether it is idle';
  if (part === 'past-spend') return 'spend from before monitoring began';
  return findPartMeaning(cloud, target, part)?.unwatched ?? part;
}
