-- Pictures of the letter in which the maker accepts a deviation, beside those of the installation.
ALTER TABLE boot_photo ADD is_letter boolean NOT NULL DEFAULT false;
