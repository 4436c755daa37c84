import { useEffect, useState } from 'preact/hooks';
import type { UseReply } from '../../replies.ts';
import { useLive } from '../state/live.ts';
import { fetchAnswer, reasonOf } from '../state/load.ts';

/** The use of VMs by project, or the reason why it could not be read. Absent projects are still being fetched. */
export type UseByProject = ReadonlyMap<string, UseReply | string>;

/** The number of projects fetched at a time, since reading a history takes a while. */
const inFlight = 3;

/** Fetches the use of all VMs of some projects, and returns the use received so far. */
export function useUse(projects: readonly string[], hours: number): UseByProject {
  const { version } = useLive();
  const request = JSON.stringify([projects, hours]);
  const [reply, setReply] = useState<{ readonly request: string; readonly of: UseByProject }>({
    request,
    of: new Map(),
  });
  // `request` stands for `projects`, an array that is new on every render.
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const left = [...projects];
    setReply((before) => (before.request === request ? before : { request, of: new Map() }));
    const next = async (): Promise<void> => {
      for (let project = left.shift(); project !== undefined; project = left.shift()) {
        const query = new URLSearchParams({ project, hours: String(hours) });
        const use = await fetchAnswer<UseReply>(`/api/use?${query}`, { signal }).catch(reasonOf);
        if (signal.aborted) return;
        const name = project;
        setReply(({ of }) => ({ request, of: new Map([...of, [name, use]]) }));
      }
    };
    for (let index = 0; index < inFlight; index += 1) void next();
    return () => controller.abort();
  }, [request, version]);
  return reply.request === request ? reply.of : new Map();
}
