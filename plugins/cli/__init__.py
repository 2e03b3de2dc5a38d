"""The command line `tercio`: a module for each command, all talking to one desk (`tercio.dsl.desk.Desk`)."""
