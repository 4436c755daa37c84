/**
 * The 68 operations of the specification, copied from its tables: "METHOD path ?query parameters {members of the body}
 * &parameters whose place is not said -> members of the reply". A member is `name:type`, or `name` where the table
 * gives no type. A reply may be a record by its name; without an arrow the specification shows no reply.
 */
const operations = `
GET /v1/project/{projectId}/ssh-keys -> sshKeys:array
GET /v1/projects ?pageToken:string,pageSize:integer -> projects:array,pageSize:integer,pageToken:string
POST /v1/projects {billingAccountId:string,createBy:string,id:string,resourceCount:integer} -> Project
GET /v1/projects/{id} -> Project
DELETE /v1/projects/{id}
PATCH /v1/projects/{project.id} {billingAccountId:string,createBy:string,resourceCount:integer} -> Project
GET /v1/projects/{id}/spend -> projectSpendHistory:array
GET /v1/projects/{id}/spend/current -> projectId:string,uid:string,startTime:string,endTime:string,spend:object
GET /v1/projects/{projectId}/spend/{spendId}/details -> orders:array,spend:object
POST /v1/projects/{projectId}/compute/{id} {bootDisk:object,customSshKeys:array,gpuQuantity:integer,memoryGib:integer,osId:string,password:string,quantity:integer,sshKeySource:string,startScript:string,vcpu:integer,vmId:string} -> order:object
POST /v1/projects/{projectId}/compute_v2/{id} {bootDisk:object,customSshKeys:array,gpuQuantity:integer,memoryGib:integer,osId:string,password:string,quantity:integer,sshKeySource:string,startScript:string,vcpu:integer,vmId:string} -> order:object

PATCH /v1/projects/{projectId}/machines/{id} {dataCenterId:string,machineTypeId:string,os:string,startScript:string,userData:string,commitmentTerm,customSshKeys:array,powerState,priceHr:Decimal,sshKeySource,state} -> Machine

GET /v1/projects/{projectId}/networks ?pageNumber:integer,pageSize:integer -> networks:array,pageNumber:integer,pageSize:integer,totalCount:integer
POST /v1/projects/{projectId}/networks {cidrPrefix:string,dataCenterId:string,networkId:string,vrouterSize:string}
GET /v1/projects/{projectId}/networks/{id} -> network:object
DELETE /v1/projects/{projectId}/networks/{networkId}
GET /v1/projects/{projectId}/networks/security-groups ?dataCenterId:string,pageNumber,pageSize -> securityGroups:array,pageNumber,pageSize,totalCount
GET /v1/projects/{projectId}/networks/security-groups/{id} -> securityGroup:object
DELETE /v1/projects/{projectId}/networks/security-groups/{id}
POST /v1/projects/{securityGroup.projectId}/networks/security-groups {securityGroup:object} -> securityGroup:object
PATCH /v1/projects/{securityGroup.projectId}/networks/security-groups/{securityGroup.id} {securityGroup:object} -> securityGroup:object

GET /v1/data-centers ?pageToken:string,pageSize:integer -> dataCenters:array,pageSize,pageToken
POST /v1/data-centers {billingAccountId:string,createBy:string,id:string,oneFrontendId:string,regionId:string,supplierName:string,lngLat:object,renewableEnergy:boolean} -> DataCenter
GET /v1/data-centers/{id} -> DataCenter
PATCH /v1/data-centers/{dataCenter.id} {billingAccountId:string,createBy:string,oneFrontendId:string,regionId:string,supplierName:string,lngLat:object,renewableEnergy:boolean} -> DataCenter
DELETE /v1/data-centers/{id}
GET /v1/data-centers/{dataCenterId}/clusters -> clusters:array
GET /v1/data-centers/{dataCenterId}/host-count -> count:integer
GET /v1/data-centers/{dataCenterId}/hosts -> hosts:array
GET /v1/data-centers/{id}/revenue -> dataCenterRevenueHistory:array
GET /v1/data-centers/{id}/revenue-total -> amountCollected:object,amountReceivable:object,amountUncollectible:object

POST /v1/projects/{projectId}/vm {bootDisk:object,bootDiskImageId:string,cpuModel:string,dataCenterId:string,gpuModel:string,machineType:string,password:string,sshKeySource:string,startScript:string,vmId:string,customSshKeys:array,gpus:integer,maxPriceHr:object,memoryGib:integer,nics:array,securityGroupIds:array,vcpus:integer} -> id:string,vm:object
GET /v1/projects/{projectId}/vms ?status:string,networkId:string -> VMs:array
GET /v1/projects/{projectId}/vms/{id} -> VM:object
GET /v1/projects/{projectId}/count-vms -> count:integer
GET /v1/projects/{projectId}/vms/{id}/connect ?connectionId:string -> connectUrl:string,token:string
GET /v1/projects/{projectId}/vms/{id}/monitor -> items:array
POST /v1/projects/{projectId}/vms/{id}/reboot
POST /v1/projects/{projectId}/vms/{id}/start
POST /v1/projects/{projectId}/vms/{id}/stop
POST /v1/projects/{projectId}/vms/{id}/terminate
GET /v1/projects/{projectId}/images ?pageNumber,pageSize -> images:array,pageNumber,pageSize,totalCount
POST /v1/projects/{projectId}/images &vmId:string,id:string,description:string
POST /v1/projects/{projectId}/images/{id} &description:string
DELETE /v1/projects/{projectId}/images/{id}
GET /v1/vms/data-centers ?regionId:array,renewableEnergy:boolean -> dataCenters:array
GET /v1/vms/machine-types ?cpuModel:string,gpuModel:string,regionId:string,dataCenterId:string,orderBy:string,gpu:integer,memoryGib:integer,storageGib:integer,vcpu:integer,pageNumber:integer,pageSize:integer -> countVmAvailable:integer,maxGpu:integer,maxMemoryGib:integer,maxVcpu:integer,cpuModels:array,dataCenters:array,gpuModels:array,hostConfigs:array,request:object
GET /v1/vms/public-images -> images:array

GET /v1/auth/permissions ?projectId:string,dataCenterId:string,billingAccountId:string -> billingAccountPermissions:array,dataCenterPermissions:array,projectPermissions:array
POST /v1/billing-accounts/{billingAccountId}/add-user-permission {dataCenterId:string,projectId:string,role:string,userEmail:string}
POST /v1/billing-accounts/{billingAccountId}/remove-user-permission {dataCenterId,projectId,role,userId}
POST /v1/data-centers/{dataCenterId}/add-user-permission {billingAccountId,projectId,role,userEmail}
POST /v1/projects/{projectId}/add-user-permission {billingAccountId,dataCenterId,role,userEmail}
POST /v1/projects/{projectId}/remove-user-permission {billingAccountId,dataCenterId,role,userId}

GET /v1/ssh-keys ?pageNumber,pageSize -> sshKeys:array,pageNumber,pageSize,totalCount
POST /v1/ssh-keys {comment:string,createTime:string,fingerprint:string,id:string,publicKey:string,type:string} -> SshKey
GET /v1/ssh-keys/{id} -> SshKey
DELETE /v1/ssh-keys/{id}

GET /v1/compute/get/{id} -> compute:object
GET /v1/compute/images -> images:array
GET /v1/compute/search ?cpuVendor:array,cpuClass:array,cpuModel:array,gpuVendor:array,gpuClass:array,gpuModel:array,regionId:array,dataCenterId:array,gpuCountGte:integer,gpuCountLte:integer,memoryGte:integer,memoryLte:integer,availableGte:integer,storageGte:integer,storageLte:integer,vcpusGte:integer,vcpusLte:integer,pageNumber:integer,pageSize:integer,priceHrLte:number,renewableEnergy:boolean,orderBy:string -> compute:array,request:object,totalCount:integer
GET /v1/compute/search_v2 ?cpuModel:string,gpuModel:string,regionId:string,dataCenterId:string,orderBy:string,gpu:integer,memoryGib:integer,storageGib:integer,vcpu:integer,pageNumber:integer,pageSize:integer -> countVmAvailable:integer,maxGpu:integer,maxMemoryGib:integer,maxVcpu:integer,cpuModels:array,dataCenters:array,gpuModels:array,hostConfigs:array,request:object
GET /v1/regions -> regions:array
GET /v1/resources/search -> results:array

GET /v1/auth -> emailAddress:string,firstName:string,lastName:string,picture:string
DELETE /v1/auth
GET /v1/auth/create-identity-verification-session -> clientSecret:string,id:string

POST /v1/api-keys {apikeyId} -> ApiKey
`;

/** A parameter or a member, with its type where the specification gives one. */
export type SpecifiedField = { readonly name: string; readonly type: string | undefined };

/** An operation as the specification has it. */
export type SpecifiedOperation = {
  readonly address: string;
  readonly method: string;
  readonly path: string;
  readonly query: readonly SpecifiedField[];
  readonly body: readonly SpecifiedField[];
  /** Parameters of a POST of which the specification does not say where they go. */
  readonly anywhere: readonly SpecifiedField[];
  /** The members of the reply, the name of its record, or nothing where the specification shows none. */
  readonly reply: readonly SpecifiedField[] | string;
};

function operationOf(line: string): SpecifiedOperation {
  const [request = '', reply = ''] = line.split(' -> ');
  const [method = '', path = '', ...parts] = request.split(' ');
  const listed = (mark: string): SpecifiedField[] =>
    fieldsOf(parts.find((part) => part.startsWith(mark))?.replaceAll(/[?&{}]/g, '') ?? '');
  return {
    address: `${method} ${path}`,
    method,
    path,
    query: listed('?'),
    body: listed('{'),
    anywhere: listed('&'),
    reply: /^[A-Z]\w*$/.test(reply) ? reply : fieldsOf(reply),
  };
}

const fieldsOf = (text: string): SpecifiedField[] =>
  text === ''
    ? []
    : text.split(',').map((field) => {
        const [name = '', type] = field.split(':');
        return { name, type };
      });

export const specification: readonly SpecifiedOperation[] = operations
  .split('\n')
  .filter((line) => line !== '')
  .map(operationOf);
