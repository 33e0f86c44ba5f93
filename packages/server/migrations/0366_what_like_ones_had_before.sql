-- What the like ones had when the past of a warning's device was taken: a season that has changed all of them since is no fault.
ALTER TABLE fault_warning ADD COLUMN like_past float8;
