/** The endpoints of the back office: no customer's page brings them. */
export const ADMIN_ROUTES = {
  getStaffMember: 'GET /api/admin/me',
  getWorkList: 'GET /api/admin/work-list',
  listAllOrders: 'GET /api/admin/orders',
  getAnyOrder: 'GET /api/admin/orders/{number}',
  transitionOrders: 'POST /api/admin/orders/transition',
  addOrderNote: 'POST /api/admin/orders/note',
} as const satisfies Record<string, `${'GET' | 'POST'} /${string}`>;
