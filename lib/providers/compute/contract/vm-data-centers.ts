import * as z from 'zod';
import { WireVmDataCenter } from '../wire/vm-data-center.ts';
import { list } from './define.ts';

export const listVmDataCenters = list('listVmDataCenters', '/v1/vms/data-centers', z.object({}), {
  field: 'dataCenters',
  item: WireVmDataCenter,
  paging: 'whole',
});
