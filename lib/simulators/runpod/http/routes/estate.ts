import {
  clusterReply,
  endpointReply,
  podReply,
  podsOfCluster,
  releasesReply,
  volumeReply,
  workersReply,
} from '../../replies.ts';
import { Template, Templates } from '../../wire/catalogue.ts';
import * as estate from '../../wire/estate.ts';
import { Pods } from '../../wire/pod.ts';
import { findTemplate } from '../../world/catalogue.ts';
import { Refusal, type State } from '../../world/state.ts';
import { get, idIn, type Route } from '../route.ts';

function existing<T>(thing: T | undefined, what: string, id: string): T {
  if (thing === undefined) throw new Refusal(404, `${what} ${id} not found`);
  return thing;
}

export const estateRoutes: readonly Route[] = [
  get(
    'listNetworkVolumes',
    '/v2/network-volumes',
    'network-volumes:read',
    estate.NetworkVolumes,
    (state) => ({
      networkVolumes: volumesNow(state).map(volumeReply),
    }),
  ),
  get(
    'getNetworkVolume',
    '/v2/network-volumes/{id}',
    'network-volumes:read',
    estate.NetworkVolume,
    (state, path) =>
      volumeReply(
        existing(
          volumesNow(state).find(({ id }) => id === idIn(path)),
          'network volume',
          idIn(path),
        ),
      ),
  ),
  get('listClusters', '/v2/clusters', 'clusters:read', estate.Clusters, (state) => ({
    clusters: [...state.clusters.values()].map((cluster) => clusterReply(state, cluster)),
  })),
  get('getCluster', '/v2/clusters/{id}', 'clusters:read', estate.Cluster, (state, path) =>
    clusterReply(state, existing(state.clusters.get(idIn(path)), 'cluster', idIn(path))),
  ),
  get('listClusterPods', '/v2/clusters/{id}/pods', 'clusters:read', Pods, (state, path) => {
    const { id } = existing(state.clusters.get(idIn(path)), 'cluster', idIn(path));
    return { pods: podsOfCluster(state, id).map((pod) => podReply(state, pod)) };
  }),
  get('listEndpoints', '/v2/serverless', 'serverless:read', estate.Endpoints, (state) => ({
    endpoints: [...state.endpoints.values()].map(endpointReply),
  })),
  get('getEndpoint', '/v2/serverless/{id}', 'serverless:read', estate.Endpoint, (state, path) =>
    endpointReply(existing(state.endpoints.get(idIn(path)), 'endpoint', idIn(path))),
  ),
  get(
    'listEndpointWorkers',
    '/v2/serverless/{id}/workers',
    'serverless:read',
    estate.Workers,
    (state, path) => workersReply(state, existing(state.endpoints.get(idIn(path)), 'endpoint', idIn(path))),
  ),
  get(
    'listEndpointReleases',
    '/v2/serverless/{id}/releases',
    'serverless:read',
    estate.Releases,
    (state, path) => releasesReply(state, existing(state.endpoints.get(idIn(path)), 'endpoint', idIn(path))),
  ),
  get('listTemplates', '/v2/templates', 'templates:read', Templates, ({ templates }) => ({
    templates: [...templates.values()],
  })),
  get('getTemplate', '/v2/templates/{id}', 'templates:read', Template, ({ templates }, path) =>
    existing(findTemplate(templates, idIn(path)), 'template', idIn(path)),
  ),
  // Before the route of one registry, whose address has the same form.
  get('listDelegations', '/v2/registries/delegations', 'registries:read', estate.Delegations, () => ({
    delegations: [],
  })),
  get('listRegistries', '/v2/registries', 'registries:read', estate.Registries, ({ registries }) => ({
    registries: [...registries.values()],
  })),
  get('getRegistry', '/v2/registries/{id}', 'registries:read', estate.Registry, ({ registries }, path) =>
    existing(registries.get(idIn(path)), 'registry', idIn(path)),
  ),
  get('getSshKeys', '/v2/account/ssh-keys', 'account:read', estate.SshKeys, ({ sshKeys }) => ({
    keys: [...sshKeys],
  })),
];

const volumesNow = (state: State) =>
  [...state.volumes.values()].filter(({ deletedAt }) => deletedAt === null);
