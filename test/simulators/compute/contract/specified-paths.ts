/** The simulated operations whose paths the specification gives, copied from its tables. */
export const specifiedPaths = `
  GET /v1/projects
  POST /v1/projects
  GET /v1/projects/{id}
  DELETE /v1/projects/{id}
  PATCH /v1/projects/{project.id}
  GET /v1/projects/{id}/spend
  GET /v1/projects/{id}/spend/current
  GET /v1/projects/{projectId}/spend/{spendId}/details
  PATCH /v1/projects/{projectId}/machines/{id}
  GET /v1/projects/{projectId}/networks
  POST /v1/projects/{projectId}/networks
  GET /v1/projects/{projectId}/networks/{id}
  DELETE /v1/projects/{projectId}/networks/{networkId}
  POST /v1/projects/{projectId}/vm
  GET /v1/projects/{projectId}/vms
  GET /v1/projects/{projectId}/vms/{id}
  GET /v1/projects/{projectId}/count-vms
  GET /v1/projects/{projectId}/vms/{id}/monitor
  POST /v1/projects/{projectId}/vms/{id}/reboot
  POST /v1/projects/{projectId}/vms/{id}/start
  POST /v1/projects/{projectId}/vms/{id}/stop
  POST /v1/projects/{projectId}/vms/{id}/terminate
  GET /v1/projects/{projectId}/images
  POST /v1/projects/{projectId}/images
  DELETE /v1/projects/{projectId}/images/{id}
  GET /v1/vms/data-centers
  GET /v1/vms/public-images
  GET /v1/auth/permissions
  GET /v1/resources/search
  GET /v1/auth
  POST /v1/api-keys
`
  .trim()
  .split('\n')
  .map((line) => line.trim());
