"""Dashboards: what each one asks, and how Grafana wants it written."""
