# cmake -DOUTPUT=FILE -DFILES=LIST -P EmbedFiles.cmake
# Writes FILE: the texts of the files in LIST as one string of C++.
file(WRITE ${OUTPUT} "")
foreach(file IN LISTS FILES)
  file(READ ${file} text)
  file(APPEND ${OUTPUT} "R\"heddle(\n${text}\n)heddle\"\n")
endforeach()
