import { nameOfTarget, type TargetId, targetOf } from '../../model/ids.ts';
import { providerFacts } from '../../model/provider-facts.ts';
import type { Ask } from '../../providers/provider.ts';
import type { Examination } from './examine.ts';
import { counted, type Finding, named } from './finding.ts';

/** Returns findings on whether projects and billing accounts are listed completely. */
export function targetFindings(examination: Examination): Finding[] {
  const { found } = examination;
  if (found === null) return [];
  return [projectsFinding(examination), accountsFinding(examination)];
}

function projectsFinding({ found, targets, asks, operations }: Examination): Finding {
  const all = namesOf(found?.targets ?? [], 'project');
  const polled = targets.filter(({ target }) => target.kind === 'project');
  const about = { id: 'projects', what: 'projects', figures: { listed: all.length, polled: polled.length } };
  if (all.length === 0) {
    return {
      ...about,
      state: 'no',
      found: 'no project is visible with this key',
      unwatched: 'no project can be monitored',
      remedy: `grant the user of the key the role ${providerFacts.roleTo.watch} on the projects to monitor, or create one`,
    };
  }
  const which =
    polled.length < all.length
      ? `; checked ${named(polled.map(({ target }) => nameOfTarget(target.id)))}`
      : '';
  const seen = { ...about, found: `${counted(all.length, 'project')} listed${which}` };
  return whole(seen, flawsOf(asks, operations.projects), 'these projects cannot be monitored');
}

function accountsFinding({ found, asks, operations }: Examination): Finding {
  const all = namesOf(found?.targets ?? [], 'account');
  const about = { id: 'billing-accounts', what: 'billing accounts', figures: { known: all.length } };
  const refused = asks.flatMap(({ operation, outcome }) =>
    operation === operations.accounts && outcome.kind === 'refused' ? [outcome] : [],
  );
  const [refusal] = refused;
  if (refusal === undefined && all.length === 0) {
    return {
      ...about,
      state: 'no',
      found: 'no billing account is visible with this key',
      unwatched: 'credit and burn rate of all accounts are unknown',
      remedy: remedyForAccounts('forbidden'),
    };
  }
  if (refusal === undefined) {
    const seen = { ...about, found: `${counted(all.length, 'account')} listed` };
    return whole(seen, flawsOf(asks, operations.accounts), 'these accounts cannot be monitored');
  }
  const known = all.length > 0 ? `; ${named(all)} known from projects` : '';
  return {
    ...about,
    state: all.length > 0 ? 'partly' : 'no',
    found: `${refusal.because}${known}`,
    unwatched:
      all.length > 0
        ? 'accounts without a project cannot be monitored'
        : 'credit and burn rate of all accounts are unknown',
    remedy: remedyForAccounts(refusal.error),
  };
}

const remedyForAccounts = (error: string): string =>
  error === 'forbidden'
    ? `grant the user of the key the role ${providerFacts.roleTo.watch} on the billing accounts`
    : 'none if this platform does not list accounts; else try again';

const namesOf = (ids: readonly TargetId[], kind: 'project' | 'account'): string[] =>
  ids.filter((id) => targetOf(id).kind === kind).map(nameOfTarget);

const flawsOf = (asks: readonly Ask[], operation: string): string[] =>
  asks.flatMap((ask) =>
    ask.operation === operation && ask.outcome.kind === 'answered'
      ? ask.outcome.flaws.map(({ path, because }) => `${path}: ${because}`)
      : [],
  );

function whole(
  seen: Pick<Finding, 'id' | 'what' | 'found' | 'figures'>,
  flaws: readonly string[],
  unwatched: string,
): Finding {
  if (flaws.length === 0) return { ...seen, state: 'ok', unwatched: null, remedy: null };
  const found = `${seen.found}; cannot be read: ${named(flaws, 2)}`;
  const remedy = 'report this: the API contract of this version does not cover it';
  return { ...seen, state: 'partly', found, unwatched, remedy };
}
