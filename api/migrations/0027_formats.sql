-- Creatives of several formats, and zones that are places for them.

ALTER TABLE creative_asset
  ADD COLUMN format text NOT NULL DEFAULT 'image'
    CHECK (format IN ('image', 'picture', 'html5', 'native', 'text', 'video')),
  ADD COLUMN parts jsonb,
  DROP CONSTRAINT creative_asset_content_type_check,
  ADD CONSTRAINT creative_asset_content_type_check CHECK (
    (format IN ('image', 'picture')
      AND content_type IN ('image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml'))
    OR (format = 'html5' AND content_type = 'application/zip')
    OR (format IN ('native', 'text') AND content_type = 'application/json')
    OR (format = 'video' AND content_type = 'video/mp4')),
  DROP CONSTRAINT creative_asset_width_check,
  DROP CONSTRAINT creative_asset_height_check,
  ADD CONSTRAINT creative_asset_size_check CHECK (
    CASE WHEN format IN ('native', 'text') THEN width = 0 AND height = 0 ELSE width > 0 AND height > 0 END),
  ADD CONSTRAINT creative_asset_parts_check CHECK (
    CASE WHEN format IN ('image', 'picture') THEN parts IS NULL ELSE parts IS NOT NULL AND jsonb_typeof(parts) = 'object' END);
COMMENT ON TABLE creative_asset IS 'What a creative shows, never changed. Bytes lie in DATA_DIR/creatives: images and videos as <sha256>.<extension>, HTML5 bundles as the folder <sha256>; native and text are their parts. SVG is only made by the network itself, never accepted as an upload.';
COMMENT ON COLUMN creative_asset.format IS 'picture: part of a native ad, and no creative of its own.';
COMMENT ON COLUMN creative_asset.parts IS 'By format, as in the contract: Html5Parts, NativeParts, TextParts, VideoParts. Null for images.';

ALTER TABLE zone
  ADD COLUMN kind text NOT NULL DEFAULT 'banner' CHECK (kind IN ('banner', 'native', 'text', 'video')),
  ADD CONSTRAINT zone_size_check CHECK (
    height > 0 AND CASE WHEN kind IN ('native', 'text') THEN width = 0 ELSE width > 0 END);
COMMENT ON COLUMN zone.kind IS 'What it is a place for. Native and text zones are as wide as their place (width 0) and exactly as high as said.';
