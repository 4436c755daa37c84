import * as z from 'zod';
import { podReply, podsNow } from '../../replies.ts';
import type { Template } from '../../wire/catalogue.ts';
import { AskedAction, ChangedPod, NewPod, Pod, Pods } from '../../wire/pod.ts';
import { findTemplate } from '../../world/catalogue.ts';
import { createPod, podOf, takeAction } from '../../world/pods.ts';
import { Refusal, type State, type Storage } from '../../world/state.ts';
import { Problem } from '../problem.ts';
import { get, getBy, idIn, type Route, send } from '../route.ts';

/** Returns the template that a pod takes its settings from, once. It keeps no link to it. @throws Problem, Refusal */
function templateOf({ templates }: State, id: string): Template {
  const template = findTemplate(templates, id);
  if (template === undefined) throw new Refusal(404, `template ${id} not found`);
  if (template.serverless) throw new Problem(422, `template ${id} is for serverless workers`);
  return template;
}

export const podRoutes: readonly Route[] = [
  getBy(
    'listPods',
    '/v2/pods',
    'pods:read',
    z.object({ includeClusterPods: z.enum(['true', 'false']).default('false') }),
    Pods,
    (state, { includeClusterPods }) => ({
      pods: podsNow(state)
        .filter(({ cluster }) => cluster === null || includeClusterPods === 'true')
        .map((pod) => podReply(state, pod)),
    }),
  ),
  get('getPod', '/v2/pods/{id}', 'pods:read', Pod, (state, path) =>
    podReply(state, podOf(state, idIn(path))),
  ),
  send(
    {
      id: 'createPod',
      method: 'POST',
      path: '/v2/pods',
      scope: 'pods:write',
      status: 201,
      body: NewPod,
      reply: Pod,
    },
    (state, _, { gpu, cpu, mounts, dataCenterIds, name, templateId, ...settings }) => {
      const template = templateId === undefined ? null : templateOf(state, templateId);
      const { image, args, disk, ports } = { ...template, ...settings };
      const env = template === null ? settings.env : { ...template.env, ...settings.env };
      const inherited = cpu === undefined ? template?.mounts.persistent : undefined;
      if ((gpu === undefined) === (cpu === undefined))
        throw new Refusal(400, 'supply exactly one of gpu and cpu');
      const compute =
        gpu !== undefined
          ? { kind: 'gpu' as const, ...gpu }
          : { kind: 'cpu' as const, id: cpu?.id ?? '', vcpus: cpu?.vcpuCount ?? 2 };
      const volume = mounts?.network?.[0]?.volumeId;
      const size = (mounts === undefined ? inherited : mounts.persistent)?.size;
      const storage: Storage =
        volume !== undefined
          ? { kind: 'network', id: volume }
          : size !== undefined
            ? { kind: 'volume', gb: size }
            : { kind: 'none' };
      const [dataCenter] = dataCenterIds ?? [];
      return podReply(
        state,
        createPod(state, {
          name,
          ...(image !== undefined && { image }),
          compute,
          storage,
          ...(disk !== undefined && { disk }),
          ...(env && { env }),
          ...(args !== undefined && { args }),
          ...(ports && { ports }),
          ...(dataCenter !== undefined && { dataCenter }),
        }),
      );
    },
  ),
  send(
    {
      id: 'updatePod',
      method: 'PATCH',
      path: '/v2/pods/{id}',
      scope: 'pods:write',
      status: 200,
      body: ChangedPod,
      reply: Pod,
    },
    (state, path, { name, locked, env }) => {
      const pod = podOf(state, idIn(path));
      if (pod.cluster !== null) throw new Refusal(409, `pod ${pod.id} belongs to a cluster`);
      pod.name = name ?? pod.name;
      pod.locked = locked ?? pod.locked;
      pod.env = env ?? pod.env;
      return podReply(state, pod);
    },
  ),
  send(
    {
      id: 'podAction',
      method: 'POST',
      path: '/v2/pods/{id}/action',
      scope: 'pods:write',
      status: 200,
      body: AskedAction,
      reply: Pod,
    },
    (state, path, { action }) => {
      const pod = takeAction(state, idIn(path), action);
      return action === 'terminate' ? null : podReply(state, pod);
    },
  ),
  send(
    {
      id: 'deletePod',
      method: 'DELETE',
      path: '/v2/pods/{id}',
      scope: 'pods:write',
      status: 204,
      body: z.undefined(),
      reply: z.never(),
    },
    (state, path) => {
      takeAction(state, idIn(path), 'terminate');
      return null;
    },
  ),
];
