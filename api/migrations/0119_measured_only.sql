-- What nobody can measure is paid for, unless the advertiser wants to be shown only where it can be.
ALTER TABLE campaign ADD COLUMN measured_only boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN campaign.measured_only IS 'Shown only where the tag can measure whether a person can see the ad; an impression that was not measured is not paid.';
