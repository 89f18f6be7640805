local y = ref.engine
alias "motor" (ref)
