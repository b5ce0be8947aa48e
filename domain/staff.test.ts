import { expect, test } from 'vitest';
import { hasPermission, isStaffRole, permissionsOf, PERMISSIONS, STAFF_ROLES } from './staff.ts';

test('an owner may do everything, and nobody else changes who the staff are', () => {
  expect(permissionsOf('owner')).toEqual(PERMISSIONS);
  expect(STAFF_ROLES.filter((role) => hasPermission(role, 'staff.write'))).toEqual(['owner']);
});

test('whoever may change something may see it', () => {
  for (const role of STAFF_ROLES)
    for (const permission of permissionsOf(role))
      if (
        permission.endsWith('.write') &&
        !['staff.write', 'payments.write', 'settings.write', 'content.write'].includes(permission)
      )
        expect([role, hasPermission(role, permission.replace('.write', '.read') as 'orders.read')]).toEqual([
          role,
          true,
        ]);
});

test('money moves by the owner and the manager alone', () => {
  for (const permission of ['payments.write', 'refunds.write'] as const)
    expect(STAFF_ROLES.filter((role) => hasPermission(role, permission))).toEqual(['owner', 'manager']);
});

test('names of roles', () => {
  expect(['owner', 'catalogue', 'admin', '', 'Owner'].map(isStaffRole)).toEqual([true, true, false, false, false]);
});
