/** The endpoints that only the picture on the profile page needs: its script brings them. */
export const PICTURE_ROUTES = {
  savePicture: 'POST /api/account/picture',
  removePicture: 'POST /api/account/picture/remove',
} as const satisfies Record<string, `${'GET' | 'POST'} /${string}`>;
