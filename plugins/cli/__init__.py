"""The command line `tercio`: one module for each command, all talking to one desk (`tercio.dsl.desk.Desk`)."""
