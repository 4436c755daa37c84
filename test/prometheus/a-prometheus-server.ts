import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { portOf } from '../support/served.ts';

/** Whether the Prometheus server of the distribution is installed. */
export const hasPrometheus = (): boolean => spawnSync('prometheus', ['--version']).status === 0;

/** One sample of a metric, with its labels as they are written. */
export type Sample = {
  readonly metric: string;
  readonly labels: string;
  readonly value: number;
  readonly at: number;
};

/**
 * A real Prometheus that scrapes an exporter whose samples have times of their own, so that hours of samples pass
 * in seconds.
 */
export async function aPrometheus() {
  let pending: Sample[] = [];
  const exporter = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' });
    response.end(
      pending.map(({ metric, labels, value, at }) => `${metric}{${labels}} ${value} ${at}\n`).join(''),
    );
  });
  const exporterPort = await portOf(exporter);
  const reserved = createServer();
  const port = await portOf(reserved);
  reserved.close();
  await once(reserved, 'close');
  const folder = await mkdtemp(join(tmpdir(), 'spendwatch-prometheus-'));
  const job = {
    job_name: 'dcgm',
    honor_labels: true,
    static_configs: [{ targets: [`127.0.0.1:${exporterPort}`] }],
  };
  const config = {
    global: { scrape_interval: '1s', scrape_timeout: '1s' },
    scrape_configs: [job],
    // The series of Prometheus about its own scrapes are of now, and later than the samples.
    storage: { tsdb: { out_of_order_time_window: '12h' } },
  };
  await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(config));
  const server: ChildProcess = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  const url = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(`${url}/-/ready`).catch(() => null))?.ok === true);
  return {
    url,
    /** Has samples scraped, and waits until a query finds the last of them. */
    async scrape(samples: readonly Sample[]) {
      // They are exposed again until a query finds them, whether a scrape failed or not.
      pending = [...samples];
      const last = samples.at(-1);
      if (last === undefined) return;
      const query = new URLSearchParams({
        query: `timestamp(${last.metric}{${last.labels}})`,
        time: `${last.at / 1_000}`,
      });
      await until(async () => {
        const reply = await fetch(`${url}/api/v1/query?${query}`);
        return (await reply.text()).includes(`"${last.at / 1_000}"`);
      });
    },
    async close() {
      server.kill();
      await once(server, 'exit');
      exporter.close();
      exporter.closeAllConnections();
      await rm(folder, { recursive: true });
    },
  };
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 2_400; attempt += 1) {
    if (await holds()) return;
    await wait(50);
  }
  throw new Error('Prometheus did not do it within two minutes');
}
