/* How the back office reads what staff and operators did: newest first, by who, what, and about what. */
CREATE INDEX audit_entry_staff ON audit_entry (at, chain, position) WHERE event IN ('staff', 'operator');
CREATE INDEX audit_entry_staff_actor ON audit_entry (actor, at, chain, position) WHERE event IN ('staff', 'operator');
CREATE INDEX audit_entry_staff_verb ON audit_entry ((details->>'verb'), at, chain, position)
  WHERE event IN ('staff', 'operator');
CREATE INDEX audit_entry_staff_about ON audit_entry ((details->>'about'), at, chain, position)
  WHERE event IN ('staff', 'operator');
CREATE INDEX audit_entry_staff_actor_verb ON audit_entry (actor, (details->>'verb'), at, chain, position)
  WHERE event IN ('staff', 'operator');
