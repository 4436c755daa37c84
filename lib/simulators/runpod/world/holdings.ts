import type { Template } from '../wire/catalogue.ts';
import type { VolumeType } from '../wire/estate.ts';
import { plainTemplate } from './catalogue.ts';
import { newId } from './ids.ts';
import {
  type Cluster,
  type Endpoint,
  type NetworkVolume,
  type Pod,
  Refusal,
  type Registry,
  type State,
} from './state.ts';
import { fromUsd } from './tariff.ts';

type NewVolume = {
  readonly name: string;
  readonly gb: number;
  readonly dataCenter?: string;
  readonly type?: VolumeType;
};

export function createVolume(state: State, { name, gb, ...more }: NewVolume): NetworkVolume {
  const volume: NetworkVolume = {
    id: newId(state, 'network volume'),
    name,
    gb,
    dataCenter: more.dataCenter ?? 'US-KS-2',
    type: more.type ?? 'STANDARD',
    createdAt: state.at,
    deletedAt: null,
  };
  state.volumes.set(volume.id, volume);
  return volume;
}

export function createEndpoint(
  state: State,
  {
    name,
    gpu,
    workers,
    max = 5,
    volumes = [],
  }: { name: string; gpu: string; workers: number; max?: number; volumes?: readonly string[] },
): Endpoint {
  const endpoint: Endpoint = {
    id: newId(state, 'endpoint'),
    name,
    gpu,
    workersMax: max,
    volumes,
    createdAt: state.at,
    workers: [{ at: state.at, count: workers }],
  };
  state.endpoints.set(endpoint.id, endpoint);
  return endpoint;
}

export function scaleEndpoint(state: State, id: string, workers: number): void {
  const endpoint = state.endpoints.get(id);
  if (endpoint === undefined) throw new Refusal(404, `endpoint ${id} not found`);
  endpoint.workers.push({ at: state.at, count: workers });
}

export function createCluster(state: State, name: string): Cluster {
  const cluster = { id: newId(state, 'cluster'), name, createdAt: state.at };
  state.clusters.set(cluster.id, cluster);
  return cluster;
}

export function createTemplate(
  state: State,
  settings: Pick<Template, 'name' | 'image'> & Partial<Template>,
): Template {
  const template = { ...plainTemplate, ...settings, id: newId(state, 'template') };
  state.templates.set(template.id, template);
  return template;
}

export function createRegistry(state: State, name: string): Registry {
  const registry = { id: newId(state, 'registry'), name };
  state.registries.set(registry.id, registry);
  return registry;
}

/** Pays an amount of dollars in. */
export function topUp(state: State, usd: number): void {
  state.paid += fromUsd(usd);
}

/** Rents the place of a resting pod to somebody else. */
export function rentAway(pod: Pod, place: Exclude<Pod['place'], 'kept'>): void {
  pod.place = place;
}
