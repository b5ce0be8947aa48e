/* An import writes the availability of the titles whose variants it wrote, whatever changed of them (`indexChanged`); row by row it was written twice. */
DROP TRIGGER variant_availability ON variant;
CREATE TRIGGER variant_availability AFTER UPDATE OF stock ON variant FOR EACH ROW
  WHEN ((OLD.stock > 0) <> (NEW.stock > 0) AND current_setting('shop.bulk', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION update_availability();
