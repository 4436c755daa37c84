import { isoInstant } from '../../model/time/time.ts';
import type { Holding } from '../world/holding.ts';

/** The term, always, and its end where there is one that is shown. */
export const commitmentOf = ({ commitment }: Pick<Holding, 'commitment'>) =>
  commitment === null
    ? { commitmentTerm: 'COMMITMENT_TERM_NONE' }
    : {
        commitmentTerm: commitment.term,
        ...(commitment.isEndShown !== false && { commitmentEndTime: isoInstant(commitment.until) }),
      };
