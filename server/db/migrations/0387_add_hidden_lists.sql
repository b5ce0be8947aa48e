/* Why the shop hid a list that its owner had shared; it stays private until it is restored. */
ALTER TABLE named_list
  ADD COLUMN hidden_reason text,
  ADD CONSTRAINT named_list_hidden CHECK (hidden_reason IS NULL OR (hidden_reason <> '' AND visibility = 'private'));
