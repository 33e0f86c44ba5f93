-- One word for one thing: the menu says power supply, and so do trees and statistics.
UPDATE subsystem SET name_en = 'Power supply' WHERE code = 'electricity' AND name_en = 'Electricity';
