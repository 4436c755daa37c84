import { contract as cloud } from '../../contract/contract.ts';
import { offerReply } from '../../replies/catalogue.ts';
import { type Offer, offersIn } from '../../world/compute/compute-offers.ts';
import { isAmong } from '../among.ts';
import { inOrder, type OrderFields } from '../order-by.ts';
import { numberedPage } from '../paging.ts';
import { type Route, single } from '../route.ts';

const fields: OrderFields<Offer> = {
  priceHr: ({ price }) => price.total.toNumber(),
  vcpus: ({ size }) => size.vcpus,
  memoryGib: ({ size }) => size.memoryGib,
  gpus: ({ size }) => size.gpus,
  storageGib: ({ size }) => size.bootDiskGib,
  available: ({ available }) => available,
  dataCenterId: ({ dataCenter }) => dataCenter.id,
  id: ({ id }) => id,
};

/** The cheapest first, unless asked for otherwise. */
export const searchCompute: Route = single(cloud.searchCompute, (world, asked) => {
  const { pageNumber, pageSize, orderBy, ...filters } = asked;
  const found = offersIn(world.state()).filter(
    (offer) => isOfKind(offer, filters) && isOfSize(offer, filters) && isPlaced(offer, filters),
  );
  const ordered = inOrder(inOrder(found, 'priceHr, id', fields), orderBy, fields);
  const page = numberedPage(ordered, { pageNumber, pageSize });
  const request = { ...filters, orderBy, pageNumber: page.pageNumber, pageSize: page.pageSize };
  return { compute: page.items.map(offerReply), request, totalCount: ordered.length };
});

type Filters = ReturnType<typeof cloud.searchCompute.input.parse>;

function isOfKind({ cpu, type }: Offer, asked: Filters): boolean {
  const gpu = { model: '', modelId: '', ...type.gpu };
  return (
    isAmong(asked.cpuVendor, cpu.vendor) &&
    isAmong(asked.cpuClass, cpu.class) &&
    isAmong(asked.cpuModel, cpu.model) &&
    isAmong(asked.gpuVendor, type.gpu ? 'NVIDIA' : '') &&
    isAmong(asked.gpuClass, type.gpu ? 'data-center' : '') &&
    isAmong(asked.gpuModel, gpu.model, gpu.modelId)
  );
}

function isOfSize({ size, available, price }: Offer, asked: Filters): boolean {
  const isWithin = (value: number, least = 0, most = Number.POSITIVE_INFINITY): boolean =>
    value >= least && value <= most;
  return (
    isWithin(size.gpus, asked.gpuCountGte, asked.gpuCountLte) &&
    isWithin(size.memoryGib, asked.memoryGte, asked.memoryLte) &&
    isWithin(size.bootDiskGib, asked.storageGte, asked.storageLte) &&
    isWithin(size.vcpus, asked.vcpusGte, asked.vcpusLte) &&
    isWithin(available, asked.availableGte) &&
    isWithin(price.total.toNumber(), 0, asked.priceHrLte)
  );
}

const isPlaced = ({ dataCenter }: Offer, asked: Filters): boolean =>
  isAmong(asked.regionId, dataCenter.regionId) &&
  isAmong(asked.dataCenterId, dataCenter.id) &&
  (asked.renewableEnergy === undefined || asked.renewableEnergy === dataCenter.renewableEnergy);
