import type { Cloud } from '../../lib/clouds/cloud.ts';
import { CloudError } from '../../lib/clouds/http/errors.ts';
import type { CloudClient } from '../../lib/clouds/http/operation.ts';
import { type ActPorts, type Connection, unnamedConnection, type WatchPorts } from '../../lib/jobs/ports.ts';
import type { WatchRun } from '../../lib/jobs/watch/watch.ts';
import type { ConnectionName } from '../../lib/model/connection-name.ts';
import { type Instant, later, milliseconds, minutes, type Span, seconds } from '../../lib/model/time/time.ts';
import { LedgerError } from '../../lib/record/ledger.ts';
import type { Engine } from './engine/engine.ts';
import { type ModelPorts, portsOf } from './engine/ports.ts';
import { type Orders, type Process, runLimit, startProcess, usualSkew } from './engine/process.ts';
import type { Random } from './engine/seeded-random.ts';
import type { Scenario } from './scenario.ts';
import { spellsAt, spellsOf } from './spell.ts';
import type { Wire } from './world/wire.ts';

/** The jobs under test, with their inputs. */
export type Jobs = {
  watch(ports: WatchPorts, orders: Orders & Pick<WatchRun, 'until'>): Promise<unknown>;
  act(ports: ActPorts, orders: Orders): Promise<unknown>;
  /** Returns the ports and orders of a job: the real ones, unless a bug is planted. */
  ports(ports: ModelPorts, process: Process): ModelPorts;
  orders(orders: Orders): Orders;
  /** Returns the provider over a cloud. */
  provider(cloud: CloudClient, wire: Wire): Cloud;
};

/** The address of the account that has no name. */
export const addressOfFirst = 'https://one.test';

export type Schedule = {
  /** Returns the number of running processes. */
  alive(): number;
};

/** Runs the jobs as the platform would: `watch` at every tick, `act` after it; late, twice, or not at all. */
export function startSchedule(
  engine: Engine,
  scenario: Scenario,
  jobs: Jobs,
  ordersAt: (at: Instant) => Orders,
  random: Random,
  onFailure: (what: string) => void,
): Schedule {
  const { time, observer } = engine;
  const { ticks, faults } = scenario;
  const mayHang = engine.connections.some(({ spells }) => spellsOf(spells, 'hanging-questions').length > 0);
  let processes = 0;
  let alive = 0;
  // Errors of seconds differ from run to run; larger ones belong to the machine that runs the job.
  const drawSkew = (): Span =>
    scenario.skew === 0 ? scenario.skew : random.span(milliseconds(-scenario.skew), scenario.skew);
  const wireOf = (name: ConnectionName | null): Wire => {
    const known = engine.connections.find((connection) => connection.name === name);
    if (known === undefined) throw new TypeError(`there is no connection ${name}`);
    return known.wire;
  };
  const ofJob = scenario.skew > usualSkew ? { watch: drawSkew(), act: drawSkew() } : null;

  function run(job: 'watch' | 'act', attempt: number): void {
    const drawn = ofJob?.[job] ?? drawSkew();
    const startedAt = time.now();
    const wrong = spellsAt(scenario.spells, 'wrong-clocks', startedAt).find(
      (spell) => spell.job === null || spell.job === job,
    );
    const skew = wrong?.skew ?? drawn;
    const orders = ordersAt(startedAt);
    processes += 1;
    const isQuiet = startedAt >= faults.quietFrom;
    const process = startProcess({
      id: processes,
      job,
      orders,
      startedAt,
      skew: isQuiet ? milliseconds(0) : skew,
    });
    const { cloud, keyFault, named, ...others } = jobs.ports(portsOf(engine, process), process);
    const unnamed = unnamedConnection(jobs.provider(cloud, wireOf(null)), keyFault);
    const connections: readonly Connection[] = [
      { ...unnamed, address: addressOfFirst },
      ...[...named].map(([name, own]) => ({
        name,
        address: `https://${name}.test`,
        provider: jobs.provider(own.cloud, wireOf(name)),
        keyFault: own.keyFault,
      })),
      ...(scenario.twin === undefined ? [] : [{ ...unnamed, ...scenario.twin }]),
    ];
    const ports = { ...others, connections };
    alive += 1;
    void process.ended.then(() => {
      alive -= 1;
      if (process.dead) retry(job, attempt);
    });
    observer.started(process);
    begin(job, ports, jobs.orders(orders)).then(
      () => {
        process.end(time.now());
        if (job === 'watch') actAfter();
      },
      (error: unknown) => {
        process.troubled = true;
        process.end(time.now());
        if (!(error instanceof LedgerError || error instanceof CloudError))
          onFailure(`${job} threw ${String(error)}`);
        retry(job, attempt);
      },
    );
  }

  /** Starts a run; one that may hang has a time limit, as on the platform. */
  function begin(job: 'watch' | 'act', ports: ActPorts, orders: Orders): Promise<unknown> {
    if (job === 'act') return jobs.act(ports, orders);
    if (!mayHang) return jobs.watch(ports, orders);
    const limit = new AbortController();
    time.after(runLimit, () => limit.abort());
    return jobs.watch(ports, { ...orders, until: limit.signal });
  }

  /** Retries a failed run as the platform does, twice at most. */
  function retry(job: 'watch' | 'act', attempt: number): void {
    if (attempt < 3 && random.chance(0.5)) time.after(seconds(60 * attempt), () => run(job, attempt + 1));
  }

  function actAfter(): void {
    const calm = time.now() >= faults.quietFrom;
    if (!calm && random.chance(ticks.missing)) return;
    const lag = ticks.actLag === 0 ? ticks.actLag : random.span(milliseconds(0), ticks.actLag);
    time.after(lag, () => run('act', 1));
    if (!calm && random.chance(ticks.duplicate))
      time.after(random.span(milliseconds(0), minutes(2)), () => run('act', 1));
  }

  function tick(at: Instant, until: Instant): void {
    if (at > until) return;
    const calm = at >= faults.quietFrom;
    const next = (): void => tick(later(at, scenario.poll), until);
    time.at(later(at, scenario.poll), next);
    if (!calm && random.chance(ticks.missing)) return;
    const lag: Span =
      !calm && random.chance(ticks.late) ? random.span(milliseconds(0), scenario.poll) : milliseconds(0);
    time.after(lag, () => run('watch', 1));
    if (!calm && random.chance(ticks.duplicate))
      time.after(random.span(milliseconds(0), minutes(1)), () => run('watch', 1));
  }

  time.at(scenario.start, () => tick(scenario.start, later(scenario.start, scenario.span)));
  return { alive: () => alive };
}
