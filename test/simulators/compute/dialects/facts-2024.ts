/**
 * The operations of a platform that are simulated, and the records that it answers with. These are facts drawn from
 * the Swagger 2.0 document of CUDO Compute in its public Python client (CudoVentures/cudo-compute-python-client, swagger/public.swagger.json, 19 January 2024):
 * "METHOD path ?required parameters {required members of the body} -> record", where `{}` stands for a path parameter.
 */
const operations = `
  GET /v1/api-keys -> ListApiKeysResponse
  POST /v1/api-keys {apikeyId} -> ApiKey
  GET /v1/auth -> Profile
  GET /v1/auth/permissions -> ListUserPermissionsResponse
  GET /v1/billing-accounts -> ListBillingAccountsResponse
  POST /v1/billing-accounts {displayName,invoiceName,email} -> BillingAccount
  GET /v1/billing-accounts/invoices ?id -> GetBillingAccountInvoicesResponse
  GET /v1/billing-accounts/invoices/outstanding -> ListOutstandingInvoicesResponse
  GET /v1/billing-accounts/{}/spend/details ?startTime,endTime -> GetBillingAccountSpendDetailsResponse
  GET /v1/billing-accounts/{} -> BillingAccount
  GET /v1/projects -> ListProjectsResponse
  POST /v1/projects {id,billingAccountId} -> Project
  GET /v1/projects/{} -> Project
  DELETE /v1/projects/{}
  PATCH /v1/projects/{} {billingAccountId} -> Project
  GET /v1/projects/{}/count-vms -> CountVMsResponse
  PATCH /v1/projects/{}/disk/{}/attach
  PUT /v1/projects/{}/disk/{}/detach
  GET /v1/projects/{}/disks -> ListDisksResponse
  POST /v1/projects/{}/disks
  GET /v1/projects/{}/disks/{} -> GetDiskResponse
  DELETE /v1/projects/{}/disks/{}
  GET /v1/projects/{}/images -> ListPrivateVMImagesResponse
  POST /v1/projects/{}/images ?vmId,id -> CreatePrivateVMImageResponse
  GET /v1/projects/{}/images/{} -> GetPrivateVMImageResponse
  DELETE /v1/projects/{}/images/{}
  GET /v1/projects/{}/networks -> ListNetworksResponse
  POST /v1/projects/{}/networks {dataCenterId,id,cidrPrefix,networkId}
  GET /v1/projects/{}/networks/{} -> GetNetworkResponse
  DELETE /v1/projects/{}/networks/{} ?networkId
  POST /v1/projects/{}/networks/{}/start ?networkId
  POST /v1/projects/{}/networks/{}/stop ?networkId
  GET /v1/projects/{}/object-storage/buckets -> ListObjectStorageBucketsResponse
  POST /v1/projects/{}/vm {vmId,bootDiskImageId} -> CreateVMResponse
  POST /v1/projects/{}/vm/{}/metadata -> UpdateVMMetadataResponse
  GET /v1/projects/{}/vms -> ListVMsResponse
  GET /v1/projects/{}/vms/{} -> GetVMResponse
  PATCH /v1/projects/{}/vms/{}/disks
  GET /v1/projects/{}/vms/{}/monitor -> MonitorVMResponse
  POST /v1/projects/{}/vms/{}/reboot
  POST /v1/projects/{}/vms/{}/resize -> ResizeVMResponse
  POST /v1/projects/{}/vms/{}/start
  POST /v1/projects/{}/vms/{}/stop
  POST /v1/projects/{}/vms/{}/terminate
  GET /v1/vms/data-centers -> ListVMDataCentersResponse
  GET /v1/vms/public-images -> ListPublicVMImagesResponse
`;

/** "Record field:type", where `!` marks a field that every such record has, and `[x]` is a list of x. */
const records = `
  ApiKey createTime:time id:string key:string
  BillingAccount billingThreshold:Decimal createBy:string createTime:time demandEnabled:boolean displayName:string id:string invoiceTime:time monthlySpend:string supplyEnabled:boolean taxIds:[TaxId]
  BillingAccountSpendRow amount:Decimal! description:string! projectId:string! quantity:number! unit:string! unitAmount:Decimal!
  CountVMsResponse count:integer!
  CreatePrivateVMImageResponse image:v1.PrivateImage
  CreateVMResponse id:string! vm:VM
  Disk createTime:time dataCenterId:string diskState:string diskType:string id:string! privateImageId:string projectId:string publicImageId:string sizeGib:integer! storageClass:string vmId:string
  DiskStoragePriceHr diskGibPriceHr:Decimal snapshotGibPriceHr:Decimal storageClass:string
  GetBillingAccountSpendDetailsResponse spend:[BillingAccountSpendRow]!
  GetBillingAccountInvoicesResponse hasMore:boolean! invoices:[Invoice]!
  GetDiskResponse disk:Disk snapshots:[Snapshot]
  GetNetworkResponse network:Network!
  GetPrivateVMImageResponse image:v1.PrivateImage
  GetVMResponse VM:VM!
  Image description:string! displayName:string! id:string! name:string! platform:string! sizeGib:integer!
  Invoice amountDue:int64 amountPaid:int64 amountRemaining:int64 autoAdvance:boolean billingReason:string created:int64 currency:string description:string dueDate:int64 hostedInvoiceUrl:string id:string number:string paidDate:int64 periodEnd:int64 periodStart:int64 status:string
  ListApiKeysResponse apiKeys:[ApiKey]! pageNumber:integer! pageSize:integer! totalCount:integer!
  ListBillingAccountsResponse billingAccounts:[BillingAccount]! pageSize:integer! pageToken:string!
  ListDisksResponse disks:[Disk] pageNumber:integer! pageSize:integer! totalCount:integer!
  ListNetworksResponse networks:[Network]! pageNumber:integer! pageSize:integer! totalCount:integer!
  ListObjectStorageBucketsResponse buckets:[ObjectStorageBucket]! pageNumber:integer! pageSize:integer! totalCount:integer!
  ListOutstandingInvoicesResponse invoices:[Invoice]!
  ListPrivateVMImagesResponse images:[ListPrivateVMImagesResponse.PrivateImage] pageNumber:integer! pageSize:integer! totalCount:integer!
  ListPrivateVMImagesResponse.PrivateImage dataCenterId:string description:string id:string projectId:string sizeGib:integer
  ListProjectsResponse pageSize:integer! pageToken:string! projects:[Project]!
  ListPublicVMImagesResponse images:[Image]!
  ListUserPermissionsResponse billingAccountPermissions:[UserPermission]! dataCenterPermissions:[UserPermission]! projectPermissions:[UserPermission]!
  ListVMDataCentersResponse dataCenters:[VMDataCenter]!
  ListVMsResponse VMs:[VM]
  MonitorVMResponse items:[VMMonitoringItem]!
  Network activeState:string dataCenterId:string externalIpAddress:string gateway:string id:string initState:string internalIpAddress:string ipRange:string networkState:string priceHr:Decimal shortState:string size:string
  NetworkPriceHr priceHr:Decimal size:string
  ObjectStorageBucket billableBytes:int64 dataCenterId:string endpoint:string id:string objectCount:int64 projectId:string sizeBytes:int64
  Profile emailAddress:string firstName:string lastName:string picture:string
  Project billingAccountId:string! createBy:string id:string! resourceCount:integer
  ResizeVMResponse vm:VM!
  SecurityGroupRule icmpType:string id:string ipRangeCidr:string ports:string protocol:string ruleType:string
  Snapshot active:boolean createTime:time id:string sizeGib:integer
  TaxId id:string type:string value:string
  UpdateVMMetadataResponse metadata:{}
  UserPermission permissionRole:string! role:string! userEmail:string! userId:string! userPicture:string!
  VM activeState:string bootDisk:Disk bootDiskSizeGib:integer cpuModel:string createBy:string datacenterId:string externalIpAddress:string gpuModel:string gpuQuantity:integer id:string imageId:string imageName:string initState:string internalIpAddress:string lcmState:string machineType:string memory:integer metadata:{} nics:[VM.NIC] oneState:string priceHr:number privateImageId:string publicImageId:string publicImageName:string publicIpAddress:string regionId:string regionName:string renewableEnergy:boolean rules:[SecurityGroupRule] securityGroupIds:[string] shortState:string storageDisks:[Disk] vcpus:integer vmState:string
  VM.NIC externalIpAddress:string internalIpAddress:string networkAddress:string networkId:string securityGroupIds:[string]
  VMDataCenter diskPoolPricing:[DiskStoragePriceHr] id:string! ipv4PriceHr:Decimal networkPricing:[NetworkPriceHr] regionId:string! renewableEnergy:boolean! supplierName:string!
  VMMonitoringItem cpu:number diskRdBytes:integer diskRdIops:integer diskWrBytes:integer diskWrIops:integer memory:integer netRx:integer netTx:integer timestamp:string
  v1.PrivateImage dataCenterId:string description:string id:string projectId:string sizeGib:integer
`;

export const facts2024 = { operations, records };
