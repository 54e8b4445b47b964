"""What a service needs around it: settings, logs, metrics, broker and store, the same way for all."""
