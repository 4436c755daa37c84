/**
 * Every operation of a platform, and the records that it answers with. These are facts drawn from
 * the Swagger 2.0 document of CUDO Compute in its public Python client (CudoVentures/cudo-compute-python-client, swagger/public.swagger.json, 19 January 2024):
 * "METHOD path ?required parameters {required members of the body} -> record", where `{}` stands for a path parameter.
 */
const operations = `
  GET /v1/api-keys -> ListApiKeysResponse
  POST /v1/api-keys {apikeyId} -> ApiKey
  DELETE /v1/api-keys/{}
  GET /v1/auth -> Profile
  DELETE /v1/auth
  GET /v1/auth/create-identity-verification-session -> IdentityVerificationSession
  GET /v1/auth/permissions -> ListUserPermissionsResponse
  GET /v1/billing-accounts -> ListBillingAccountsResponse
  POST /v1/billing-accounts {displayName,invoiceName,email} -> BillingAccount
  GET /v1/billing-accounts/invoices ?id -> GetBillingAccountInvoicesResponse
  GET /v1/billing-accounts/invoices/outstanding -> ListOutstandingInvoicesResponse
  PATCH /v1/billing-accounts/{} {updateMask} -> BillingAccount
  POST /v1/billing-accounts/{}/add-user-permission {userEmail,role}
  POST /v1/billing-accounts/{}/remove-user-permission {userId,role}
  GET /v1/billing-accounts/{}/spend/details ?startTime,endTime -> GetBillingAccountSpendDetailsResponse
  GET /v1/billing-accounts/{} -> BillingAccount
  DELETE /v1/billing-accounts/{}
  GET /v1/billing-accounts/{}/details -> GetBillingAccountDetailsResponse
  GET /v1/billing-accounts/{}/payment-methods -> BillingAccountPaymentMethods
  DELETE /v1/billing-accounts/{}/payment-methods/{} -> RemoveBillingAccountPaymentMethodResponse
  POST /v1/billing-accounts/{}/payment-methods/{}/set-default -> SetBillingAccountDefaultPaymentMethodResponse
  GET /v1/billing-accounts/{}/setup-intent -> BillingAccountSetupIntent
  GET /v1/data-centers -> ListDataCentersResponse
  POST /v1/data-centers {id,oneFrontendId} -> DataCenter
  PATCH /v1/data-centers/{} {oneFrontendId} -> DataCenter
  POST /v1/data-centers/{}/add-user-permission {userEmail,role}
  GET /v1/data-centers/{}/clusters -> ListClustersResponse
  GET /v1/data-centers/{}/host-count -> CountHostsResponse
  GET /v1/data-centers/{}/hosts -> ListHostsResponse
  GET /v1/data-centers/{}/machine-types -> ListMachineTypesResponse
  GET /v1/data-centers/{}/machine-types/{} -> GetMachineTypeResponse
  GET /v1/data-centers/{}/machine-types/{}/live-utilization -> GetMachineTypeLiveUtilizationResponse
  POST /v1/data-centers/{}/remove-user-permission {userId,role}
  GET /v1/data-centers/{} -> DataCenter
  DELETE /v1/data-centers/{}
  GET /v1/data-centers/{}/live-utilization -> GetDataCenterLiveUtilizationResponse
  GET /v1/data-centers/{}/revenue ?startTime,endTime,interval -> GetDataCenterRevenueTimeSeriesResponse
  GET /v1/data-centers/{}/revenue-by-resource ?startTime,endTime -> GetDataCenterRevenueByResourceResponse
  GET /v1/project/{}/ssh-keys -> ListProjectSshKeysResponse
  GET /v1/projects -> ListProjectsResponse
  POST /v1/projects {id,billingAccountId} -> Project
  GET /v1/projects/{} -> Project
  DELETE /v1/projects/{}
  PATCH /v1/projects/{} {billingAccountId} -> Project
  POST /v1/projects/{}/add-user-permission {userEmail,role}
  GET /v1/projects/{}/count-vms -> CountVMsResponse
  PATCH /v1/projects/{}/disk/{}/attach
  PUT /v1/projects/{}/disk/{}/detach
  GET /v1/projects/{}/disks -> ListDisksResponse
  POST /v1/projects/{}/disks
  GET /v1/projects/{}/disks/{} -> GetDiskResponse
  DELETE /v1/projects/{}/disks/{}
  POST /v1/projects/{}/disks/{}/revert ?snapshotId,vmId
  GET /v1/projects/{}/disks/{}/snapshots -> ListDiskSnapshotsResponse
  POST /v1/projects/{}/disks/{}/snapshots {snapshotId,vmId}
  DELETE /v1/projects/{}/disks/{}/snapshots ?snapshotId,vmId
  GET /v1/projects/{}/images -> ListPrivateVMImagesResponse
  POST /v1/projects/{}/images ?vmId,id -> CreatePrivateVMImageResponse
  GET /v1/projects/{}/images/{} -> GetPrivateVMImageResponse
  POST /v1/projects/{}/images/{}
  DELETE /v1/projects/{}/images/{}
  GET /v1/projects/{}/networks -> ListNetworksResponse
  POST /v1/projects/{}/networks {dataCenterId,id,cidrPrefix,networkId}
  GET /v1/projects/{}/networks/security-groups -> ListSecurityGroupsResponse
  GET /v1/projects/{}/networks/security-groups/{} -> GetSecurityGroupResponse
  DELETE /v1/projects/{}/networks/security-groups/{}
  GET /v1/projects/{}/networks/{} -> GetNetworkResponse
  DELETE /v1/projects/{}/networks/{} ?networkId
  POST /v1/projects/{}/networks/{}/start ?networkId
  POST /v1/projects/{}/networks/{}/stop ?networkId
  POST /v1/projects/{}/object-storage/activate
  GET /v1/projects/{}/object-storage/buckets -> ListObjectStorageBucketsResponse
  GET /v1/projects/{}/object-storage/buckets/{} -> ObjectStorageBucket
  GET /v1/projects/{}/object-storage/session-key -> GetObjectStorageSessionKeyResponse
  GET /v1/projects/{}/object-storage/users -> ListObjectStorageUsersResponse
  POST /v1/projects/{}/object-storage/users -> ObjectStorageUser
  POST /v1/projects/{}/object-storage/users/{} -> ObjectStorageKey
  DELETE /v1/projects/{}/object-storage/users/{}
  GET /v1/projects/{}/object-storage/users/{}/keys -> ListObjectStorageKeysResponse
  POST /v1/projects/{}/object-storage/users/{}/keys
  POST /v1/projects/{}/remove-user-permission {userId,role}
  POST /v1/projects/{}/vm {vmId,bootDiskImageId} -> CreateVMResponse
  POST /v1/projects/{}/vm/{}/metadata -> UpdateVMMetadataResponse
  PATCH /v1/projects/{}/vm/{}/security-group/attach
  PATCH /v1/projects/{}/vm/{}/security-group/detach
  GET /v1/projects/{}/vms -> ListVMsResponse
  GET /v1/projects/{}/vms/{} -> GetVMResponse
  GET /v1/projects/{}/vms/{}/connect -> ConnectVMResponse
  GET /v1/projects/{}/vms/{}/disks -> ListVMDisksResponse
  PATCH /v1/projects/{}/vms/{}/disks
  GET /v1/projects/{}/vms/{}/monitor -> MonitorVMResponse
  POST /v1/projects/{}/vms/{}/reboot
  POST /v1/projects/{}/vms/{}/resize -> ResizeVMResponse
  POST /v1/projects/{}/vms/{}/start
  POST /v1/projects/{}/vms/{}/stop
  POST /v1/projects/{}/vms/{}/terminate
  POST /v1/projects/{}/networks/security-groups {dataCenterId,id} -> CreateSecurityGroupResponse
  PATCH /v1/projects/{}/networks/security-groups/{} {dataCenterId} -> UpdateSecurityGroupResponse
  GET /v1/regions -> ListRegionsResponse
  GET /v1/ssh-keys -> ListSshKeysResponse
  POST /v1/ssh-keys {publicKey} -> SshKey
  GET /v1/ssh-keys/{} -> SshKey
  DELETE /v1/ssh-keys/{}
  GET /v1/vms/data-centers -> ListVMDataCentersResponse
  GET /v1/vms/machine-types ?memoryGib,vcpu -> ListVMMachineTypesResponse
  GET /v1/vms/public-images -> ListPublicVMImagesResponse
`;

/** "Record field:type", where `!` marks a field that every such record has, and `[x]` is a list of x. */
const records = `
  ApiKey createTime:time id:string key:string
  BillingAccount billingThreshold:Decimal createBy:string createTime:time demandEnabled:boolean displayName:string id:string invoiceTime:time monthlySpend:string supplyEnabled:boolean taxIds:[TaxId]
  BillingAccountPaymentMethod card:PaymentMethodCard id:string isDefault:boolean type:string
  BillingAccountPaymentMethods paymentMethods:[BillingAccountPaymentMethod]
  BillingAccountSetupIntent clientSecret:string! id:string!
  BillingAccountSpendRow amount:Decimal! description:string! projectId:string! quantity:number! unit:string! unitAmount:Decimal!
  Cluster cpuModel:string! createTime:time! gpuFree:integer! gpuModel:string! gpuModelPciTypes:[string]! gpuPriceHr:Decimal! gpuUsed:integer! hostCount:integer! hostProblemCount:integer! machineType:string! maxVcpuPerGpu:number! maxVcpuPerMemoryGib:number! memoryGibFree:integer! memoryGibPriceHr:Decimal! memoryGibUsed:integer! minVcpuPerGpu:number! minVcpuPerMemoryGib:number! updateTime:time! vcpuFree:integer! vcpuPerCpuThread:integer! vcpuPriceHr:Decimal! vcpuUsed:integer! vmCount:integer!
  ConnectVMResponse connectUrl:string! token:string!
  CountHostsResponse count:integer!
  CountVMsResponse count:integer!
  CpuModelCategory countVmAvailable:integer! minPriceHr:Decimal! name:string!
  CreatePrivateVMImageResponse image:v1.PrivateImage
  CreateSecurityGroupResponse securityGroup:SecurityGroup!
  CreateVMResponse id:string! vm:VM
  DataCenter createBy:string id:string! lngLat:Point oneFrontendId:string! regionId:string renewableEnergy:boolean supplierName:string
  DataCenterCategory countVmAvailable:integer! id:string! minPriceHr:Decimal! renewableEnergy:boolean!
  DataCenterRevenueResource quantity:Decimal! resourceId:string! resourceType:string! revenueUsd:Decimal! unit:string!
  DataCenterTimeRevenue revenueUsd:Decimal! time:time!
  Disk createTime:time dataCenterId:string diskState:string diskType:string id:string! privateImageId:string projectId:string publicImageId:string sizeGib:integer! storageClass:string vmId:string
  DiskStoragePriceHr diskGibPriceHr:Decimal snapshotGibPriceHr:Decimal storageClass:string
  GetBillingAccountDetailsResponse billingAccount:BillingAccount!
  GetBillingAccountSpendDetailsResponse spend:[BillingAccountSpendRow]!
  GetBillingAccountInvoicesResponse hasMore:boolean! invoices:[Invoice]!
  GetDataCenterLiveUtilizationResponse cpuUtilization:number! gpuFree:integer! gpuTotal:integer! gpuUsed:integer! gpuUtilization:number! memoryGibFree:integer! memoryGibTotal:integer! memoryGibUsed:integer! memoryUtilization:number! utilization:number! vcpuFree:integer! vcpuTotal:integer! vcpuUsed:integer!
  GetDataCenterRevenueByResourceResponse resources:[DataCenterRevenueResource]!
  GetDataCenterRevenueTimeSeriesResponse timeRevenue:[DataCenterTimeRevenue]!
  GetDiskResponse disk:Disk snapshots:[Snapshot]
  GetMachineTypeLiveUtilizationResponse cpuUtilization:number! gpuFree:integer! gpuTotal:integer! gpuUsed:integer! gpuUtilization:number! memoryGibFree:integer! memoryGibTotal:integer! memoryGibUsed:integer! memoryUtilization:number! utilization:number! vcpuFree:integer! vcpuTotal:integer! vcpuUsed:integer!
  GetMachineTypeResponse countClusters:integer! countHosts:integer! countHostsActive:integer! countHostsInactive:integer! cpuModels:[string]! dataCenterId:string! gpuModels:[string]! machineType:string! maxGpuPriceHr:Decimal! maxMemoryGibPriceHr:Decimal! maxVcpuPerGpu:number! maxVcpuPerMemoryGib:number! maxVcpuPriceHr:Decimal! minGpuPriceHr:Decimal! minMemoryGibPriceHr:Decimal! minVcpuPerGpu:number! minVcpuPerMemoryGib:number! minVcpuPriceHr:Decimal!
  GetNetworkResponse network:Network!
  GetObjectStorageSessionKeyResponse accessKey:string endpoint:string secretKey:string sessionName:string sessionToken:string
  GetPrivateVMImageResponse image:v1.PrivateImage
  GetSecurityGroupResponse securityGroup:SecurityGroup!
  GetVMResponse VM:VM!
  GpuModelCategory countVmAvailable:integer! minPriceHr:Decimal! name:string!
  Host cpuModel:string! createTime:time! gpuFree:integer! gpuModel:string! gpuUsed:integer! machineType:string! memoryGibFree:integer! memoryGibUsed:integer! name:string! online:boolean! updateTime:time! vcpuFree:integer! vcpuPerCpuThread:integer! vcpuUsed:integer! vmCount:integer!
  HostConfigCategory countVmAvailable:integer! cpuModel:string! dataCenterId:string! gpuModel:string! gpuPriceHr:Decimal! id:string! ipv4PriceHr:Decimal! machineType:string! memoryGibPriceHr:Decimal! renewableEnergy:boolean! storageGibPriceHr:Decimal! totalGpuPriceHr:Decimal! totalMemoryPriceHr:Decimal! totalPriceHr:Decimal! totalStoragePriceHr:Decimal! totalVcpuPriceHr:Decimal! vcpuPriceHr:Decimal!
  IdentityVerificationSession clientSecret:string id:string
  Image description:string! displayName:string! id:string! name:string! platform:string! sizeGib:integer!
  Invoice amountDue:int64 amountPaid:int64 amountRemaining:int64 autoAdvance:boolean billingReason:string created:int64 currency:string description:string dueDate:int64 hostedInvoiceUrl:string id:string number:string paidDate:int64 periodEnd:int64 periodStart:int64 status:string
  ListApiKeysResponse apiKeys:[ApiKey]! pageNumber:integer! pageSize:integer! totalCount:integer!
  ListBillingAccountsResponse billingAccounts:[BillingAccount]! pageSize:integer! pageToken:string!
  ListClustersResponse clusters:[Cluster]!
  ListDataCentersResponse dataCenters:[DataCenter]! pageSize:integer! pageToken:string!
  ListDiskSnapshotsResponse snapshots:[Snapshot]!
  ListDisksResponse disks:[Disk] pageNumber:integer! pageSize:integer! totalCount:integer!
  ListHostsResponse hosts:[Host]!
  ListMachineTypesResponse machineTypes:[MachineType]!
  ListNetworksResponse networks:[Network]! pageNumber:integer! pageSize:integer! totalCount:integer!
  ListObjectStorageBucketsResponse buckets:[ObjectStorageBucket]! pageNumber:integer! pageSize:integer! totalCount:integer!
  ListObjectStorageKeysResponse keys:[ObjectStorageKey]! pageNumber:integer! pageSize:integer! totalCount:integer!
  ListObjectStorageUsersResponse pageNumber:integer! pageSize:integer! totalCount:integer! users:[ObjectStorageUser]!
  ListOutstandingInvoicesResponse invoices:[Invoice]!
  ListPrivateVMImagesResponse images:[ListPrivateVMImagesResponse.PrivateImage] pageNumber:integer! pageSize:integer! totalCount:integer!
  ListPrivateVMImagesResponse.PrivateImage dataCenterId:string description:string id:string projectId:string sizeGib:integer
  ListProjectSshKeysResponse sshKeys:[SshKey]!
  ListProjectsResponse pageSize:integer! pageToken:string! projects:[Project]!
  ListPublicVMImagesResponse images:[Image]!
  ListRegionsResponse regions:[Region]!
  ListSecurityGroupsResponse pageNumber:integer! pageSize:integer! securityGroups:[SecurityGroup]! totalCount:integer!
  ListSshKeysResponse pageNumber:integer! pageSize:integer! sshKeys:[SshKey]! totalCount:integer!
  ListUserPermissionsResponse billingAccountPermissions:[UserPermission]! dataCenterPermissions:[UserPermission]! projectPermissions:[UserPermission]!
  ListVMDataCentersResponse dataCenters:[VMDataCenter]!
  ListVMDisksResponse disks:[Disk]
  ListVMMachineTypesRequest cpuModel:string dataCenterId:string gpu:integer gpuModel:string memoryGib:integer! orderBy:string pageNumber:integer pageSize:integer publicIpv4:boolean regionId:string storageGib:integer vcpu:integer!
  ListVMMachineTypesResponse countVmAvailable:integer! cpuModels:[CpuModelCategory]! dataCenters:[DataCenterCategory]! gpuModels:[GpuModelCategory]! hostConfigs:[HostConfigCategory]! maxGpu:integer! maxMemoryGib:integer! maxVcpu:integer! request:ListVMMachineTypesRequest!
  ListVMsResponse VMs:[VM]
  MachineType countClusters:integer! countHosts:integer! countHostsActive:integer! countHostsInactive:integer! machineType:string!
  MonitorVMResponse items:[VMMonitoringItem]!
  Network activeState:string dataCenterId:string externalIpAddress:string gateway:string id:string initState:string internalIpAddress:string ipRange:string networkState:string priceHr:Decimal shortState:string size:string
  NetworkPriceHr priceHr:Decimal size:string
  ObjectStorageBucket billableBytes:int64 dataCenterId:string endpoint:string id:string objectCount:int64 projectId:string sizeBytes:int64
  ObjectStorageKey accessKey:string createBy:string createTime:time id:string secretKey:string
  ObjectStorageUser createBy:string createTime:time id:string keyCount:integer
  PaymentMethodCard brand:string country:string expMonth:int64 expYear:int64 fingerprint:string last4:string
  Point lat:number lng:number
  Profile emailAddress:string firstName:string lastName:string picture:string
  Project billingAccountId:string! createBy:string id:string! resourceCount:integer
  Region id:string name:string
  RemoveBillingAccountPaymentMethodResponse id:string! paymentMethodId:string!
  ResizeVMResponse vm:VM!
  Rule icmpType:string id:string ipRangeCidr:string ports:string protocol:string ruleType:string
  SecurityGroup dataCenterId:string! description:string id:string! projectId:string rules:[Rule]
  SecurityGroupRule icmpType:string id:string ipRangeCidr:string ports:string protocol:string ruleType:string
  SetBillingAccountDefaultPaymentMethodResponse id:string! paymentMethodId:string!
  Snapshot active:boolean createTime:time id:string sizeGib:integer
  SshKey comment:string createTime:time fingerprint:string id:string publicKey:string! type:string
  TaxId id:string type:string value:string
  UpdateSecurityGroupResponse securityGroup:SecurityGroup!
  UpdateVMMetadataResponse metadata:{}
  UserPermission permissionRole:string! role:string! userEmail:string! userId:string! userPicture:string!
  VM activeState:string bootDisk:Disk bootDiskSizeGib:integer cpuModel:string createBy:string datacenterId:string externalIpAddress:string gpuModel:string gpuQuantity:integer id:string imageId:string imageName:string initState:string internalIpAddress:string lcmState:string machineType:string memory:integer metadata:{} nics:[VM.NIC] oneState:string priceHr:number privateImageId:string publicImageId:string publicImageName:string publicIpAddress:string regionId:string regionName:string renewableEnergy:boolean rules:[SecurityGroupRule] securityGroupIds:[string] shortState:string storageDisks:[Disk] vcpus:integer vmState:string
  VM.NIC externalIpAddress:string internalIpAddress:string networkAddress:string networkId:string securityGroupIds:[string]
  VMDataCenter diskPoolPricing:[DiskStoragePriceHr] id:string! ipv4PriceHr:Decimal networkPricing:[NetworkPriceHr] regionId:string! renewableEnergy:boolean! supplierName:string!
  VMMonitoringItem cpu:number diskRdBytes:integer diskRdIops:integer diskWrBytes:integer diskWrIops:integer memory:integer netRx:integer netTx:integer timestamp:string
  v1.PrivateImage dataCenterId:string description:string id:string projectId:string sizeGib:integer
`;

export const facts2024 = { operations, records };
