import type { RecordedRequest, Topic } from '../../clouds/cloud.ts';
import { type CloudProfile, grantInWords } from '../../clouds/profile.ts';
import { nameOfTarget, type TargetId, toTarget } from '../../model/ids.ts';
import { counted, formatShortList } from '../../model/words.ts';
import type { Examination } from './examine.ts';
import { type Finding, type FindingRow, finding } from './finding.ts';

/** Returns findings on whether projects and billing accounts are listed completely. */
export function targetFindings(examination: Examination): Finding[] {
  const { found } = examination;
  if (found === null) return [];
  return [projectsFinding(examination), accountsFinding(examination)];
}

function projectsFinding({ found, targets, asks, cloud }: Examination): Finding {
  const all = listTargetNames(found?.targets ?? [], 'project');
  const polled = targets.filter(({ target }) => target.kind === 'project');
  const figures = { listed: all.length, polled: polled.length };
  const which =
    polled.length < all.length
      ? `; checked ${formatShortList(polled.map(({ target }) => nameOfTarget(target.id)))}`
      : '';
  const listed = { found: `${counted(all.length, 'project')} listed${which}`, figures };
  const none: FindingRow = {
    state: 'no',
    found: 'no project is visible with this key',
    unwatched: 'no project can be monitored',
    remedy: `${grantInWords(cloud)} on the projects to monitor, or create one`,
    figures,
  };
  const flaws = listFlaws(asks, 'projects');
  const row = all.length === 0 ? none : whole(listed, flaws, 'these projects cannot be monitored');
  return finding('projects', 'projects', row);
}

const accountsFinding = (examination: Examination): Finding =>
  finding('billing-accounts', 'billing accounts', accountsRow(examination));

function accountsRow({ found, asks, cloud }: Examination): FindingRow {
  const all = listTargetNames(found?.targets ?? [], 'account');
  const figures = { known: all.length };
  const isAny = all.length > 0;
  const unwatched = isAny
    ? 'accounts without a project cannot be monitored'
    : 'credit and burn rate of all accounts are unknown';
  const [refusal] = asks.flatMap(({ topic, outcome }) =>
    topic === 'accounts' && outcome.kind === 'refused' ? [outcome] : [],
  );
  if (refusal !== undefined) {
    const remark = isAny ? `; ${formatShortList(all)} known from projects` : '';
    const remedy = remedyForAccounts(refusal.error, cloud);
    return {
      state: isAny ? 'partly' : 'no',
      found: `${refusal.because}${remark}`,
      unwatched,
      remedy,
      figures,
    };
  }
  if (!isAny) {
    const because = 'no billing account is visible with this key';
    return { state: 'no', found: because, unwatched, remedy: remedyForAccounts('forbidden', cloud), figures };
  }
  const listed = { found: `${counted(all.length, 'account')} listed`, figures };
  return whole(listed, listFlaws(asks, 'accounts'), 'accounts that cannot be read cannot be monitored');
}

const remedyForAccounts = (error: string, cloud: CloudProfile): string =>
  error === 'forbidden'
    ? `${grantInWords(cloud)} on the billing accounts`
    : 'none if this platform does not list accounts; else try again';

const listTargetNames = (ids: readonly TargetId[], kind: 'project' | 'account'): string[] =>
  ids.filter((id) => toTarget(id).kind === kind).map(nameOfTarget);

const listFlaws = (asks: readonly RecordedRequest[], topic: Topic): string[] =>
  asks.flatMap((ask) =>
    ask.topic === topic && ask.outcome.kind === 'answered'
      ? ask.outcome.flaws.map(({ path, because }) => `${path}: ${because}`)
      : [],
  );

function whole(listed: FindingRow, flaws: readonly string[], unwatched: string): FindingRow {
  if (flaws.length === 0) return listed;
  const found = `${listed.found}; cannot be read: ${formatShortList(flaws, 2)}`;
  const remedy = 'report this as a bug in spendwatch: its API contract does not cover this reply';
  return { ...listed, state: 'partly', found, unwatched, remedy };
}
