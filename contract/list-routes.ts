/** The endpoints that only the pages of named lists and of the wish list need: their scripts bring them. */
export const LIST_ROUTES = {
  listLists: 'GET /api/lists',
  getList: 'GET /api/lists/{id}',
  saveList: 'POST /api/lists/save',
  removeList: 'POST /api/lists/remove',
  saveListTitle: 'POST /api/lists/save-title',
  removeListTitle: 'POST /api/lists/remove-title',
  moveListTitle: 'POST /api/lists/move-title',
} as const satisfies Record<string, `${'GET' | 'POST'} /${string}`>;
