/** The endpoints of the back office: no customer's page brings them. */
export const ADMIN_ROUTES = {
  getStaffMember: 'GET /api/admin/me',
  listStaff: 'GET /api/admin/staff',
  setStaffRole: 'POST /api/admin/staff/role',
  getWorkList: 'GET /api/admin/work-list',
  listAllOrders: 'GET /api/admin/orders',
  getAnyOrder: 'GET /api/admin/orders/{number}',
  transitionOrders: 'POST /api/admin/orders/transition',
  addOrderNote: 'POST /api/admin/orders/note',
  listAllRefunds: 'GET /api/admin/refunds',
  getAnyRefund: 'GET /api/admin/refunds/{id}',
  decideRefund: 'POST /api/admin/refunds/decide',
  payOutRefund: 'POST /api/admin/refunds/pay-out',
  listAllTickets: 'GET /api/admin/tickets',
  getAnyTicket: 'GET /api/admin/tickets/{number}',
  answerTicket: 'POST /api/admin/tickets/answer',
  closeAnyTicket: 'POST /api/admin/tickets/close',
} as const satisfies Record<string, `${'GET' | 'POST'} /${string}`>;
