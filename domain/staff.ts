/** What a member of staff may do; each endpoint of the back office names one. */
export const PERMISSIONS = [
  'orders.read',
  'orders.write',
  'payments.write',
  'refunds.read',
  'refunds.write',
  'tickets.read',
  'tickets.write',
  'reviews.read',
  'reviews.write',
  'requests.read',
  'requests.write',
  'customers.read',
  'customers.write',
  'staff.write',
  'money.read',
  'catalogue.read',
  'catalogue.write',
  'stock.read',
  'stock.write',
  'coupons.read',
  'coupons.write',
  'content.write',
  'settings.write',
  'audit.read',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** The roles of staff, those with the most permissions first. */
export const STAFF_ROLES = ['owner', 'manager', 'fulfilment', 'support', 'catalogue'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

const ROLE_PERMISSIONS: Record<StaffRole, readonly Permission[]> = {
  owner: PERMISSIONS,
  manager: PERMISSIONS.filter((permission) => permission !== 'staff.write'),
  fulfilment: ['orders.read', 'orders.write', 'stock.read', 'stock.write'],
  support: [
    'orders.read',
    'refunds.read',
    'tickets.read',
    'tickets.write',
    'coupons.read',
    'reviews.read',
    'reviews.write',
    'requests.read',
    'requests.write',
    'customers.read',
  ],
  catalogue: [
    'content.write',
    'catalogue.read',
    'catalogue.write',
    'stock.read',
    'stock.write',
    'requests.read',
    'requests.write',
  ],
};

export function permissionsOf(role: StaffRole): readonly Permission[] {
  return ROLE_PERMISSIONS[role];
}

export function hasPermission(role: StaffRole, permission: Permission): boolean {
  return ROLE_PERMISSIONS[role].includes(permission);
}

export function isStaffRole(text: string): text is StaffRole {
  return STAFF_ROLES.some((role) => role === text);
}

/** How long the link of an invitation to the back office works. */
export const INVITATION_DAYS = 7;

/** So many invitations are open at once. */
export const MAX_OPEN_INVITATIONS = 50;

/** How long an invitation is kept after its link has expired. */
export const KEPT_INVITATION_DAYS = 30;
