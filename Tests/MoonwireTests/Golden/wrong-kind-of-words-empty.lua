local engine = ref ""
