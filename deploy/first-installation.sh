#!/bin/sh
# The roles, logins and database of docs/operations.md#first-installation, for the database of compose.yaml.
psql --username "${POSTGRES_USER:-postgres}" --quiet --set=ON_ERROR_STOP=1 --set=password="$FOLIO_PASSWORD" --set=owner_password="$FOLIO_OWNER_PASSWORD" <<'END'
create role app_tenant nologin;
create role app_system nologin;
create role app_rebuild nologin;
create role app_watch nologin;
create role app_queue nologin;
grant app_tenant to app_rebuild;
create role folio_owner login password :'owner_password';
grant app_tenant, app_system, app_rebuild, app_watch, app_queue to folio_owner;
create role folio login noinherit password :'password';
grant app_tenant, app_system, app_rebuild, app_watch, app_queue to folio;
create database folio owner folio_owner;
revoke connect on database folio from public;
grant connect on database folio to folio;
END
