import { ClockError } from '../../clouds/http/clock-error.ts';
import { type ConnectionName, ofConnection } from '../../model/connection-name.ts';
import { getTargetConnection } from '../../model/ids.ts';
import { mayEnforce } from '../../rules/terms.ts';
import { toConnectionField } from '../../state/control.ts';
import type { Head } from '../../state/head.ts';
import { listHeadConnections } from '../../state/heads-by-connection.ts';
import type { Policy } from '../../state/policy.ts';
import type { ActPorts, Connection } from '../ports.ts';
import { type ConnectionClock, noteWrongClock } from './clock-fault.ts';
import { createRunRoutes, type RunRoutes } from './deliver.ts';
import { type ReportedRun, reportBlindness } from './report-blindness.ts';

export type ConnectionWithKey = ConnectionClock & { readonly keyFault: string | null };

/** Returns the heads for a report of blindness on a connection. Those of groups count for the unnamed connection. */
const selectReportedHeads = (heads: readonly Head[], name: ConnectionName | null): readonly Head[] =>
  heads.filter(({ target }) => (getTargetConnection(target) ?? null) === name);

/** Reports a wrong clock, at the cloud's time. Nothing else of the connection is delivered, recorded or carried out. */
export async function tellWrongClock(
  ports: Omit<ActPorts, 'connections'>,
  { connection, seen }: ConnectionClock,
  read: readonly Head[],
  run: ReportedRun,
): Promise<readonly string[]> {
  if (!(seen instanceof ClockError)) return [];
  const { name } = connection;
  const heads = selectReportedHeads(read, name);
  const right = await noteWrongClock(ports, name, seen);
  const routing = createRunRoutes(right, run.policy);
  const keyFault = await keyFaultNow(right, connection, run.policy, heads);
  const clock = { isClockRight: false, clockFault: seen.message };
  const policyFault = name === null ? run.policyFault : null;
  await reportBlindness(right, { ...run, ...clock, connection: name, policyFault, routing, heads, keyFault });
  return [ofConnection(name, seen.message)];
}

/** Reports the blindness of each connection, including former ones, and of spendwatch as a whole. Returns the reasons. */
export async function reportAll(
  ports: Omit<ActPorts, 'connections'>,
  {
    heads,
    wrong,
    ...run
  }: ReportedRun & {
    readonly heads: readonly Head[];
    readonly routing: RunRoutes;
    readonly wrong: readonly ConnectionClock[];
  },
  keyed: readonly ConnectionWithKey[],
): Promise<readonly string[]> {
  const names = new Set([
    null,
    ...keyed.map(({ connection }) => connection.name),
    ...listHeadConnections(heads),
  ]);
  const blind: string[] = [];
  for (const name of names) {
    if (wrong.some(({ connection }) => connection.name === name)) continue;
    const own = keyed.find(({ connection }) => connection.name === name);
    const report = await reportBlindness(ports, {
      ...run,
      connection: name,
      heads: selectReportedHeads(heads, name),
      keyFault: own?.keyFault ?? null,
      policyFault: name === null ? run.policyFault : null,
      isClockRight: own?.seen === 'right',
      isLeft: own === undefined,
    });
    blind.push(...report);
  }
  return blind;
}

/** Returns why the API key for actions of a connection is unavailable; `null` if it is available or not needed. */
export async function keyFaultNow(
  { log }: Pick<ActPorts, 'log'>,
  { name, keyFault }: Connection,
  { rules }: Policy,
  heads: readonly Head[],
): Promise<string | null> {
  const isNeeded = rules.some(mayEnforce) || heads.some(({ intents }) => intents.length > 0);
  const because = keyFault === undefined || !isNeeded ? null : await keyFault();
  if (because !== null) log('key-lost', { ...toConnectionField(name), because });
  return because;
}
