func.func private @only_a_payload()
