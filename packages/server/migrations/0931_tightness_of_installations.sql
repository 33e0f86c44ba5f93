-- What a model asks of oil traps and of tightness; null: it asks nothing. mm, kPa, Pa.
ALTER TABLE boot_pipe_standard
  ADD trap_interval int CHECK (trap_interval > 0),
  ADD test_pressure int CHECK (test_pressure > 0),
  ADD max_vacuum int CHECK (max_vacuum > 0);
