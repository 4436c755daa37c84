import type * as z from 'zod';
import { drawFor } from '../../../http/draw.ts';
import * as wire from '../../wire/catalogue.ts';
import { cpuFlavors, cudaVersions, dataCenters, mostGpus, publicTemplates } from '../../world/catalogue.ts';
import type { State } from '../../world/state.ts';
import { gpuTypes, inUsd, vcpuMicros } from '../../world/tariff.ts';
import { Problem } from '../problem.ts';
import { getBy, getOneBy, type Route } from '../route.ts';

type GpuQuery = z.output<typeof wire.GpuQuery>;
type CpuQuery = z.output<typeof wire.CpuQuery>;
type Available = { readonly id: string; readonly name: string; readonly availability: wire.Availability };

/** Stock moves from hour to hour. */
const stockHolds = 3_600_000;

function stockOf({ seed, at }: State, what: string, place: string): wire.Availability {
  const draw = drawFor(seed, 'stock', what, place)(Math.floor(at / stockHolds));
  return wire.Availability.options[1 + Math.floor(draw(0) * 3)] ?? 'LOW';
}

const bestOf = (available: readonly Available[]): wire.Availability =>
  available.reduce<wire.Availability>(
    (best, { availability }) => (rankOf(availability) > rankOf(best) ? availability : best),
    'NONE',
  );
const rankOf = (level: wire.Availability): number => wire.Availability.options.indexOf(level);

/** Reports whether availability is asked for. @throws Problem for filters without it, and for it without a product. */
function asksForStock({ include, product, ...filters }: GpuQuery | CpuQuery): boolean {
  if (include !== undefined && product === undefined)
    throw new Problem(400, 'include=AVAILABILITY requires product');
  const others = Object.values({ product, ...filters }).some((filter) => filter !== undefined);
  if (include === undefined && others)
    throw new Problem(400, 'product and other filters require include=AVAILABILITY');
  return include !== undefined;
}

const versionOf = (text: string): number => {
  const [major = 0, minor = 0] = text.split('.').map(Number);
  return major * 1_000 + minor;
};

function gpuStock(state: State, id: string, query: GpuQuery) {
  const { count = 1, cloud = 'SECURE', countryCodes, cudaVersions: exact, minCudaVersion } = query;
  if (exact !== undefined && minCudaVersion !== undefined)
    throw new Problem(400, 'supply one of cudaVersions and minCudaVersion');
  const versions = cudaVersions.filter(
    (version) =>
      (exact?.includes(version) ?? true) &&
      (minCudaVersion === undefined || versionOf(version) >= versionOf(minCudaVersion)),
  );
  const isOffered = count <= mostGpus && cloud === 'SECURE' && versions.length > 0;
  const places = dataCenters.filter(
    ({ gpus, country }) => gpus.includes(id) && (countryCodes?.includes(country) ?? true),
  );
  const available = isOffered
    ? places.map((place) => ({
        id: place.id,
        name: place.id,
        availability: stockOf(state, id, place.id),
      }))
    : [];
  return {
    availability: bestOf(available),
    ...(available.length > 0 && {
      dataCenters: available,
      cudaVersions: versions.map((version) => ({ version, available: true })),
    }),
  };
}

function gpuReply(state: State, id: string, query: GpuQuery): z.input<typeof wire.GpuType> {
  const type = gpuTypes.get(id);
  if (type === undefined) throw new Problem(404, `GPU type ${id} not found`);
  const { name, pool, memory, micros } = type;
  const price = inUsd(micros);
  return {
    id,
    name,
    pool,
    manufacturer: 'NVIDIA',
    memory,
    secure: true,
    community: false,
    price: { secure: price, community: 0, serverless: price },
    maxCount: { secure: mostGpus, community: 0 },
    ...(asksForStock(query) && gpuStock(state, id, query)),
  };
}

function cpuReply(state: State, id: string, query: CpuQuery): z.input<typeof wire.CpuType> {
  const flavor = cpuFlavors.find((one) => one.id === id);
  if (flavor === undefined) throw new Problem(404, `CPU type ${id} not found`);
  const { name, max, ramGbPerVcpu } = flavor;
  const each = inUsd(vcpuMicros);
  const isStock = asksForStock(query);
  const isOffered = isPowerOfTwo(query.vcpuCount ?? 2) && (query.vcpuCount ?? 2) <= max;
  const available = isOffered
    ? dataCenters.map((place) => ({
        id: place.id,
        name: place.id,
        availability: stockOf(state, id, place.id),
      }))
    : [];
  return {
    id,
    name,
    group: id.slice(0, 4).toUpperCase(),
    vcpu: { min: 2, max },
    ramGbPerVcpu,
    price: { securePerVcpu: each, serverlessPerVcpu: each },
    ...(isStock && {
      availability: bestOf(available),
      ...(available.length > 0 && { dataCenters: available }),
    }),
  };
}

const isPowerOfTwo = (count: number): boolean => Number.isInteger(Math.log2(count));

function dataCenterReply(
  state: State,
  id: string,
  include: readonly string[] = [],
): z.input<typeof wire.DataCenter> {
  const place = dataCenters.find((one) => one.id === id);
  if (place === undefined) throw new Problem(404, `data center ${id} not found`);
  const stock = (what: string, name: string) => ({ id: what, name, availability: stockOf(state, what, id) });
  return {
    id,
    name: id,
    region: place.region,
    globalNetwork: place.globalNetwork,
    networkVolumeTypes: [...place.volumes],
    compliance: [...place.compliance],
    ...(include.includes('GPU_AVAILABILITY') && {
      gpuAvailability: place.gpus.map((gpu) => stock(gpu, gpuTypes.get(gpu)?.name ?? gpu)),
    }),
    ...(include.includes('CPU_AVAILABILITY') && {
      cpuAvailability: cpuFlavors.map((flavor) => stock(flavor.id, flavor.name)),
    }),
  };
}

/** Returns the ids of the data centers that a query asks for. */
function placesIn(query: z.output<typeof wire.DataCentersQuery>): string[] {
  const { regions, networkVolumeTypes = [], compliance = [], globalNetwork } = query;
  return dataCenters
    .filter(
      (place) =>
        (regions?.includes(place.region) ?? true) &&
        networkVolumeTypes.every((type) => place.volumes.includes(type)) &&
        compliance.every((one) => place.compliance.includes(one)) &&
        (globalNetwork === undefined || String(place.globalNetwork) === globalNetwork),
    )
    .map(({ id }) => id);
}

const scope = 'catalog:read';

export const catalogueRoutes: readonly Route[] = [
  getBy('listGpuTypes', '/v2/catalog/gpus', scope, wire.GpuQuery, wire.GpuTypes, (state, query) => ({
    gpus: [...gpuTypes.keys()]
      .map((id) => gpuReply(state, id, query))
      .filter(({ dataCenters }) => query.countryCodes === undefined || dataCenters !== undefined),
  })),
  getOneBy('getGpuType', '/v2/catalog/gpus/{id}', scope, wire.GpuQuery, wire.GpuType, gpuReply),
  getBy('listCpuTypes', '/v2/catalog/cpus', scope, wire.CpuQuery, wire.CpuTypes, (state, query) => ({
    cpus: cpuFlavors.map(({ id }) => cpuReply(state, id, query)),
  })),
  getOneBy('getCpuType', '/v2/catalog/cpus/{id}', scope, wire.CpuQuery, wire.CpuType, cpuReply),
  getBy(
    'listDataCenters',
    '/v2/catalog/datacenters',
    scope,
    wire.DataCentersQuery,
    wire.DataCenters,
    (state, query) => ({
      dataCenters: placesIn(query).map((id) => dataCenterReply(state, id, query.include)),
    }),
  ),
  getOneBy(
    'getDataCenter',
    '/v2/catalog/datacenters/{id}',
    scope,
    wire.DataCenterQuery,
    wire.DataCenter,
    (state, id, { include }) => dataCenterReply(state, id, include),
  ),
  getBy(
    'listPublicTemplates',
    '/v2/catalog/templates',
    scope,
    wire.PublicTemplatesQuery,
    wire.Templates,
    (_, { source }) => ({ templates: [...publicTemplates[source]] }),
  ),
];
